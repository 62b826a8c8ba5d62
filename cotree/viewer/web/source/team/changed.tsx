// What changed at the moment that is shown: the newest tick before it in which anything did.

import type { History } from "../history";
import type { Now } from "../items";
import { Mark } from "../shapes";
import { chosen, colour, time } from "../store";
import { clock } from "../texts";

const MOST = 14, BACK = 400;

interface Turn { robot: string; now: Now }

function turns(all: History, t: number): { t: number; found: Turn[] } {
  const found: Turn[] = [];
  let at = 0;
  const last = all.until(t) - 1;
  for (let n = last; n >= Math.max(0, last - BACK); n--) {
    const tick = all.ticks[n]!;
    if (found.length && tick.t !== at) break;
    const news = (tick.own?.length ? tick.own : tick.team) ?? [];
    if (tick.whole || !news.length) continue;
    at = tick.t;
    found.push(...news.map((now) => ({ robot: tick.robot || now.robot || "", now })));
  }
  return { t: at, found };
}

export function Changed({ all }: { all: History }) {
  const { t, found } = turns(all, time.value);
  if (!found.length) return null;
  return (
    <div class="changed" role="group" aria-label="What changed">
      <b>changed at {clock(t)}</b>
      {found.slice(0, MOST).map(({ robot, now }, n) => (
        <button key={n} class={colour(robot)} onClick={() => (chosen.value = now.i)} title={now.why?.message ?? now.note ?? ""}>
          {robot && <span class="dot" />}<Mark state={now.state} /> {all.nodes[now.i]?.path.split("/").slice(-2).join("/")} {now.state}
        </button>
      ))}
      {found.length > MOST && <span>and {found.length - MOST} more</span>}
    </div>
  );
}
