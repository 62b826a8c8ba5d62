// One box: its state, its name, whose it is, and what there is to say about it.

import type { History } from "../history";
import type { Now } from "../items";
import type { Picture } from "../picture";
import type { Sight } from "../store";
import { may } from "../act/door";
import { Shape } from "../shapes";
import { chosen, colour, folded, folds, follow, standing } from "../store";
import { cut, width } from "../texts";
import { type Box, TALL } from "./layout";

export function remark(now: Now, word: string): string {
  if (now.state === "failed" && now.why) return `${now.why.message} [${now.why.code}]`;
  if (now.note) return now.note;
  return now.state === "running" && now.uses?.length ? now.uses.join(" ") : word;
}

export function toggle(i: number): void {
  const next = new Set(folded.value);
  if (!next.delete(i)) next.add(i);
  folds.value = false; // somebody knows better
  folded.value = next;
}

export function NodeBox({ box, all, sight, of, found, stop }: {
  box: Box; all: History; sight: Sight; of: string; found: boolean; stop: boolean;
}) {
  const now = sight.picture;
  const node = all.nodes[box.i]!, stands = standing(now, box.i, of);
  const there = of ? 0 : busyRobots(now, box.i, all.hello.robots).length;
  const whose = stands.robot ?? "", inner = box.w - 34;
  const badge = whose ? cut(whose, 60, 6.2) : "";
  const room = badge ? inner - width(badge, 6.2) - 10 : inner;
  const breaks = may.value?.breakpoints.includes(node.path), stands_at = may.value?.stopped_at.includes(node.path);
  const says = stands_at ? "held at a breakpoint" : remark(stands, node.word);
  const has = all.below[box.i]!.length > 0;
  const label = [node.name, stands.state, whose && `by ${whose}`, says !== node.word && says,
    !stands_at && breaks && "breakpoint"].filter(Boolean).join(", ");
  const pick = () => {
    follow.value = false;
    chosen.value = box.i;
  };
  return (
    <g
      class={`node n-${stands.state}${found ? " found" : ""}${chosen.value === box.i ? " chosen" : ""}${stands_at ? " stopped" : ""}`}
      transform={`translate(${box.x} ${box.y})`} role="treeitem" tabindex={stop ? 0 : -1} aria-label={label}
      aria-expanded={has ? !box.hides : undefined} aria-selected={chosen.value === box.i}
      data-node={box.i} onClick={pick} onDblClick={() => has && toggle(box.i)}
    >
      <rect class="box" x="0" y={-TALL / 2} width={box.w} height={TALL} rx={node.word === "or" ? 14 : 5} />
      <Shape state={stands.state} x={15} y={-7} />
      <text class="name" x="28" y="-3">{cut(node.name, room, 7.4)}</text>
      <text class="remark" x="10" y="13">{cut(says, box.w - 18 - there * 11, 6.1)}</text>
      {badge && (
        <g class={colour(whose)}>
          <rect class="badge" x={box.w - width(badge, 6.2) - 13} y={-TALL / 2 + 4} width={width(badge, 6.2) + 9} height="15" rx="7" />
          <text class="badge" x={box.w - width(badge, 6.2) / 2 - 8.5} y={-TALL / 2 + 15}>{badge}</text>
        </g>
      )}
      {!of && <Minis box={box} sight={sight} robots={all.hello.robots} />}
      {!of && <Potentials box={box} sight={sight} path={node.path} />}
      {(breaks || stands_at) && <path class="break" d="M-3 -7h6l4 4v6l-4 4h-6l-4 -4v-6z" transform={`translate(0 ${-TALL / 2 + 2})`} />}
      {has && (
        <g class="fold" onClick={(event: Event) => { event.stopPropagation(); toggle(box.i); }}>
          <circle cx={box.w} cy="0" r={box.hides ? 11 : 7} />
          <text x={box.w} y="3.5">{box.hides ? (box.hides > 99 ? "99+" : `+${box.hides}`) : "–"}</text>
        </g>
      )}
    </g>
  );
}

const MOST = 8;

// Those in whose own picture something is to be seen of the node.
function busyRobots(now: Picture, i: number, robots: string[]): string[] {
  return robots.filter((each) => (now.own.get(each)?.[i]?.state ?? "inactive") !== "inactive").slice(0, MOST);
}

// Every robot's own picture of the node, in the order of the team.
function Minis({ box, sight, robots }: { box: Box; sight: Sight; robots: string[] }) {
  const now = sight.picture;
  const there = busyRobots(now, box.i, robots);
  if (!there.length) return null;
  return (
    <g class="minis">
      {there.map((robot, n) => {
        const state = now.own.get(robot)![box.i]!.state;
        const x = box.w - 12 - (there.length - 1 - n) * 11;
        return (
          <g key={robot} class={colour(robot)}>
            <title>{`${robot}: ${state}`}</title>
            <line class="under" x1={x - 4} x2={x + 4} y1="17" y2="17" />
            <Shape state={state} x={x} y={9} size={0.6} />
          </g>
        );
      })}
    </g>
  );
}

// How suitable each robot said it is, while they ask for the piece.
function Potentials({ box, sight, path }: { box: Box; sight: Sight; path: string }) {
  const claims = sight.picture.claimsOn(path).filter((each) => each.word === "asked" && (each.potential ?? 0) > 0);
  const most = Math.max(...claims.map((each) => each.potential!), 1e-9);
  return (
    <>
      {claims.slice(0, MOST).map((each, n) => (
        <g key={each.robot} class={colour(each.robot)}>
          <title>{`${each.robot} asks: potential ${each.potential!.toPrecision(3)}`}</title>
          <rect class="potential" x={4} y={TALL / 2 - 3 + 3 * n} width={Math.max(2, (box.w - 8) * each.potential! / most)} height="2.5" />
        </g>
      ))}
    </>
  );
}
