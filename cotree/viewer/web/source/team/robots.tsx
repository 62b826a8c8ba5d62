// Each robot in one line: what it is at, when it was heard last, and whether it keeps up.

import type { History } from "../history";
import type { MoodWord, Pulse } from "../items";
import type { Picture } from "../picture";
import { chosen, colour, pulses, shown, time } from "../store";
import { clock } from "../texts";

export const SAYS: Record<MoodWord, string> = {
  works: "works", waits: "waits", talks: "talks", recovers: "recovers", rests: "has nothing to do", failed: "has failed", dead: "silent",
};

const MOST = 4;

function busy(all: History, now: Picture, robot: string): number[] {
  const at = now.moving.get(now.own.size ? robot : "") ?? [];
  return [...at].filter((i) => !all.below[i]!.length).slice(0, MOST);
}

function Keeps({ pulse }: { pulse: Pulse | undefined }) {
  if (!pulse || shown.value !== null) return <><td title="Only known of a live run, at its newest moment">–</td><td>–</td><td>–</td></>;
  return (
    <>
      <td>{pulse.tick_ms.toFixed(1)} ms</td>
      <td class={pulse.overruns ? "bad" : ""}>{pulse.overruns ? `⚠ ${pulse.overruns}` : "0"} of {pulse.ticks}</td>
      <td>{pulse.late_ms === undefined ? "–" : `${pulse.late_ms.toFixed(1)} ms`}</td>
    </>
  );
}

export function Robots({ all, now }: { all: History; now: Picture }) {
  const team = all.hello.robots.length > 1;
  return (
    <table class="robots" aria-label="Robots">
      <thead>
        <tr><th>robot</th><th>is</th><th>at</th><th>heard</th><th title="The longest of the last 100 ticks">tick</th><th title="Ticks that took longer than there was time">overruns</th><th title="99 of 100 ticks are less late">late</th></tr>
      </thead>
      <tbody>
        {all.hello.robots.map((robot) => {
          const mood = now.moods.get(robot), at = mood?.word === "dead" ? [] : busy(all, now, robot);
          const beat = now.beats.get(robot), age = time.value - (beat ?? 0);
          const silent = team && !all.end && beat !== undefined && age > (all.hello.silent_s ?? Infinity);
          return (
            <tr key={robot} class={colour(robot)}>
              <th scope="row"><span class="dot" />{robot}</th>
              <td><span class={`mood m-${mood?.word ?? "rests"}`}>{SAYS[mood?.word ?? "rests"]}</span>{mood && <small> since {clock(mood.since)}</small>}{mood?.text && <small class="text">{mood.text}</small>}</td>
              <td>{at.map((i) => <button key={i} onClick={() => (chosen.value = i)}>{all.nodes[i]!.path.split("/").slice(-2).join("/")}</button>)}</td>
              <td class={silent ? "bad" : ""}>{team && beat !== undefined ? `${silent ? "⚠ " : ""}${Math.max(0, age).toFixed(1)} s ago` : "–"}</td>
              <Keeps pulse={pulses.value.get(robot)} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
