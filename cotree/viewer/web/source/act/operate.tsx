// Operating: nothing of it has an effect unless the switch is on, and that is plain to see.

import { useSignal } from "@preact/signals";
import type { History } from "../history";
import { chosen } from "../store";
import type { Injury, May } from "./acts";
import { Do, Refusal } from "./button";
import { act, may } from "./door";
import { ends } from "./me";

const WORDS: Record<Injury, string> = {
  fall: "falls", drop: "drops what it holds", block: "block a way", unblock: "free a way",
  kill: "process dies", restart: "process starts", cut: "network is cut", mend: "network works again",
};
const OF_WAYS: ReadonlySet<string> = new Set<Injury>(["block", "unblock"]);

export function Operate({ all }: { all: History }) {
  const can = may.value;
  if (!can?.operate || all.end) return null;
  return (
    <section class={`operate${can.armed ? " armed" : ""}`} aria-label="Operate">
      <button role="switch" class="switch" aria-checked={can.armed} onClick={() => act({ k: "arm", on: !can.armed })}>
        <span class="knob" aria-hidden="true" />{can.armed ? "armed" : "controls off"}
      </button>
      {can.paused && <b class="paused" role="status">❚❚ paused</b>}
      {can.armed && (
        <>
          {can.paused ? <Do what={{ k: "resume" }}>▶ resume</Do> : <Do what={{ k: "pause" }}>❚❚ pause</Do>}
          <Do what={{ k: "step" }} off={!can.paused}>▶❚ step</Do>
          {can.injections.length > 0 && <Inject all={all} can={can} />}
          {can.removable.map((robot) => <Do key={robot} what={{ k: "remove", robot }} kind="danger">{`✗ remove ${robot} for good`}</Do>)}
        </>
      )}
      <Breaks all={all} can={can} />
      <Refusal />
    </section>
  );
}

function Inject({ all, can }: { all: History; can: May }) {
  const what = useSignal<Injury>(can.injections[0]!), robot = useSignal(all.hello.robots[0] ?? ""), place = useSignal("");
  const ways = (all.scene.ways ?? []).map((way) => way.join("-")), of_way = OF_WAYS.has(what.value);
  const way = place.value || ways[0] || "";
  return (
    <span class="inject" role="group" aria-label="Inject a disturbance">
      <select aria-label="Disturbance" value={what.value} onChange={(event) => (what.value = event.currentTarget.value as Injury)}>
        {can.injections.map((each) => <option key={each} value={each}>{WORDS[each] ?? each}</option>)}
      </select>
      {of_way ? (
        <select aria-label="Way" value={way} onChange={(event) => (place.value = event.currentTarget.value)}>
          {ways.map((each) => <option key={each} value={each}>{each}</option>)}
        </select>
      ) : (
        <select aria-label="Robot" value={robot.value} onChange={(event) => (robot.value = event.currentTarget.value)}>
          {all.hello.robots.map((each) => <option key={each} value={each}>{each}</option>)}
        </select>
      )}
      <Do what={{ k: "inject", what: what.value, robot: of_way ? "" : robot.value, place: of_way ? way : "" }} kind="danger">⚡ inject</Do>
    </span>
  );
}

function Breaks({ all, can }: { all: History; can: May }) {
  if (!can.breakpoints.length && !can.stopped_at.length) return null;
  const paths = [...new Set([...can.stopped_at, ...can.breakpoints])];
  return (
    <span class="breaks" role="group" aria-label="Breakpoints">
      {paths.map((path) => {
        const stands = can.stopped_at.includes(path);
        return (
          <span key={path} class={stands ? "stands" : ""}>
            <button aria-label={`Go to ${path}`} onClick={() => (chosen.value = all.number.get(path) ?? null)}>
              {stands ? "■ stopped at " : "● "}{ends(path)}
            </button>
            {can.armed && can.breakpoints.includes(path) && <Do what={{ k: "break", path, on: false }} label={`Remove the breakpoint at ${path}`}>×</Do>}
          </span>
        );
      })}
    </span>
  );
}
