// The time: scrub to any moment, play from there, or stay with the newest.

import { effect } from "@preact/signals";
import type { History } from "./history";
import { go, pace, playing, shown, time } from "./store";
import { clock } from "./texts";

let before = 0;

function step(ms: number, all: History): void {
  if (!playing.peek()) return;
  const t = time.peek() + ((ms - before) / 1000) * pace.peek();
  before = ms;
  if (t >= all.to) {
    playing.value = false;
    go(null);
    return;
  }
  go(t);
  requestAnimationFrame((next) => step(next, all));
}

function play(all: History): void {
  if (playing.value) {
    playing.value = false;
    return;
  }
  if (time.value >= all.to) go(all.from);
  playing.value = true;
  before = performance.now();
  requestAnimationFrame((ms) => step(ms, all));
}

export function Bar({ all }: { all: History }) {
  const live = shown.value === null;
  return (
    <footer class="bar" aria-label="Time">
      <button aria-label={playing.value ? "Pause" : "Play"} onClick={() => play(all)}>{playing.value ? "❚❚" : "▶"}</button>
      <input type="range" aria-label="Moment" min={all.from} max={Math.max(all.to, all.from + 0.01)} step="any" value={time.value}
        onInput={(event) => { playing.value = false; go(Number(event.currentTarget.value)); }}
        onKeyDown={(event) => leap(event, all)} />
      <span class="time">{clock(time.value)}</span>
      <select aria-label="Speed" value={String(pace.value)} onChange={(event) => (pace.value = Number(event.currentTarget.value))}>
        {[0.25, 0.5, 1, 2, 5, 10, 50].map((each) => <option key={each} value={String(each)}>{`${each}×`}</option>)}
      </select>
      <button class="live" aria-pressed={live} onClick={() => { playing.value = false; go(null); }}>
        {all.end ? "end" : "live"}
      </button>
    </footer>
  );
}

// From one change to the next with the arrow keys.
function leap(event: KeyboardEvent, all: History): void {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  event.preventDefault();
  playing.value = false;
  let at = all.until(time.value) - 1;
  const t = all.ticks[at]?.t ?? 0;
  while (all.ticks[at] && (by > 0 ? all.ticks[at]!.t <= t : all.ticks[at]!.t >= t)) at += by;
  go(all.ticks[at]?.t ?? (by > 0 ? null : all.from));
}

effect(() => {
  document.documentElement.dataset.t = String(time.value); // for tools that watch the page
});
