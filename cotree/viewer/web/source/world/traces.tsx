// Where things have been just now, and where they are to go.

import type { History } from "../history";
import type { Seen, Spot } from "../items";
import type { Picture } from "../picture";
import { colour, standing } from "../store";

const BACK_S = 5, MOST = 400;
type At = (spot: Spot) => Spot;

interface Trace { who: string; kind: string; spots: Spot[] }

// The last seconds of every hand, gripper and base that moved.
function traces(all: History, now: Picture, t: number): Trace[] {
  const found = new Map<string, Trace>();
  for (let n = all.until(t) - 1, left = MOST; n >= 0 && left > 0 && all.ticks[n]!.t >= t - BACK_S; n--) {
    for (const each of all.ticks[n]!.seen ?? []) {
      if (each.what === "object" || each.what === "person" || all.ticks[n]!.whole) continue;
      const key = `${each.what}\n${each.name}`, who = each.by || each.name;
      const trace = found.get(key) ?? { who, kind: each.what, spots: [now.seen.get(key)?.at ?? each.at] };
      found.set(key, trace);
      trace.spots.push(each.at);
      left--;
    }
  }
  return [...found.values()].filter((each) => each.spots.length > 2);
}

export function Traces({ all, now, t, at }: { all: History; now: Picture; t: number; at: At }) {
  return (
    <>
      {traces(all, now, t).map(({ who, kind, spots }) => (
        <g key={`${kind}/${who}`} class={`trace ${colour(who)}`} data-trace={kind}>
          <polyline points={spots.map((each) => at(each).map((one) => one.toFixed(1)).join(",")).join(" ")} />
          <title>{`${who}: the last ${BACK_S} s`}</title>
        </g>
      ))}
    </>
  );
}

interface Aim { i: number; place: string; values: string[] }
const known = new WeakMap<History, { count: number; aims: Aim[] }>();

// Leaves whose parameters name a place of the map.
function aims(all: History): Aim[] {
  const before = known.get(all);
  if (before?.count === all.nodes.length) return before.aims;
  const places = all.scene.places ?? {}, found: Aim[] = [];
  all.nodes.forEach((node, i) => {
    const values = Object.values(node.params ?? {}), leaf = !all.below[i]!.length;
    if (!values.length) values.push(node.name.split(" ").at(-1)!); // what has grown says it in its name
    const place = values.find((each) => Object.hasOwn(places, each));
    if (place && (leaf || !node.params)) found.push({ i, place, values });
  });
  known.set(all, { count: all.nodes.length, aims: found });
  return found;
}

const ASKED_S = 8;

// By object: the person who is believed to bring it: she does it for all the team knows, or a robot has asked her just now.
export function meant(all: History, now: Picture, t: number): Map<string, string> {
  const asked = new Map<number, string>(), people = all.hello.people ?? [], found = new Map<string, string>();
  for (let n = all.until(t) - 1; n >= 0 && all.ticks[n]!.t > t - ASKED_S; n--) {
    for (const said of all.ticks[n]!.said ?? []) {
      const i = all.number.get(said.piece ?? "");
      if (i !== undefined && said.what === "asks" && !asked.has(i)) asked.set(i, said.person);
    }
  }
  for (const { i, values } of aims(all)) {
    const stands = standing(now, i, ""), object = values.find((each) => now.seen.has(`object\n${each}`));
    const who = people.includes(stands.robot ?? "") ? stands.robot : stands.state !== "running" && asked.get(i);
    if (object && who && OPEN.has(stands.state)) found.set(object, who);
  }
  return found;
}

const OPEN: ReadonlySet<string> = new Set(["waiting", "claiming", "running", "stopping"]);

export function Aims({ all, now, at }: { all: History; now: Picture; at: At }) {
  const places = all.scene.places ?? {};
  return (
    <>
      {aims(all).map(({ i, place, values }) => {
        const stands = standing(now, i, ""), node = all.nodes[i]!;
        if (!OPEN.has(stands.state) || i >= now.count) return null;
        const object = values.find((each) => now.seen.has(`object\n${each}`));
        const thing: Seen | undefined = now.seen.get(`object\n${object}`) ?? now.seen.get(`robot\n${stands.robot}`);
        const [x, y] = at(places[place]!), busy = stands.state === "running";
        const [fx, fy] = thing ? at(thing.at) : [x, y];
        return (
          <g key={i} class={`aim ${busy ? "busy " : ""}${colour(stands.robot ?? "")}`} role="img" aria-label={`goal of ${node.name}: ${place}`}>
            <line x1={fx} y1={fy} x2={x} y2={y} />
            <circle cx={x} cy={y} r="11" />
            <circle cx={x} cy={y} r="7" />
            <title>{`${node.name} → ${place}${stands.robot ? ` (${stands.robot})` : ""}`}</title>
          </g>
        );
      })}
    </>
  );
}
