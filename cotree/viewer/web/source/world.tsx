// A map of what is known: places, ways, objects, robots, hands.

import { useSignal } from "@preact/signals";
import { select } from "d3-selection";
import { type D3ZoomEvent, zoom } from "d3-zoom";
import { useEffect, useRef } from "preact/hooks";
import type { History } from "./history";
import type { Seen, Spot } from "./items";
import type { Picture } from "./picture";
import { colour, picture, time } from "./store";
import { apart, ASIDE, type Label, names, type Sign, UNDER } from "./world/names";
import { Aims, Traces } from "./world/traces";

const EDGE = 48, NAMES = 84; // room for the names right of what is far right

interface Bounds { x0: number; y0: number; x1: number; y1: number }

function bounds(all: History): Bounds {
  const found: Bounds = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  const grow = ([x, y]: Spot) => {
    found.x0 = Math.min(found.x0, x);
    found.x1 = Math.max(found.x1, x);
    found.y0 = Math.min(found.y0, y);
    found.y1 = Math.max(found.y1, y);
  };
  Object.values(all.scene.places ?? {}).forEach(grow);
  for (const tick of all.ticks) tick.seen?.forEach((each) => grow(each.at));
  return Number.isFinite(found.x0) ? found : { x0: 0, y0: 0, x1: 1, y1: 1 };
}

// The ways that are blocked now, for all or for some robot: the facts blocked/a-b and robot/blocked/a-b.
function blocked(now: Picture): Set<string> {
  const found = new Set<string>();
  for (const [name, value] of now.facts) {
    const way = /(?:^|\/)blocked\/(.+)$/.exec(name)?.[1];
    if (way && value === true) found.add(way);
  }
  return found;
}

export function WorldView({ all }: { all: History }) {
  const room = useRef<HTMLDivElement>(null), size = useSignal({ w: 0, h: 0 });
  const look = useSignal({ k: 1, x: 0, y: 0 }), known = useRef<{ ticks: number; all: History | null; box: Bounds }>({ ticks: -1, all: null, box: { x0: 0, y0: 0, x1: 1, y1: 1 } });
  useEffect(() => {
    const element = room.current!;
    const watch = new ResizeObserver(() => (size.value = { w: element.clientWidth, h: element.clientHeight }));
    watch.observe(element);
    select(element).call(zoom<HTMLDivElement, unknown>().scaleExtent([0.3, 30]).on("zoom", (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
      const { k, x, y } = event.transform;
      look.value = { k, x, y };
    }));
    return () => watch.disconnect();
  }, []);
  const now = picture.value!.picture, { w, h } = size.value;
  if (known.current.all !== all || all.ticks.length > known.current.ticks * 1.3) {
    known.current = { all, ticks: all.ticks.length, box: bounds(all) };
  }
  const box = known.current.box;
  const scale = Math.max(1e-3, Math.min((w - Math.min(2 * NAMES, w / 3)) / (box.x1 - box.x0 || 1), (h - 2 * EDGE) / (box.y1 - box.y0 || 1)));
  const at = ([x, y]: Spot): Spot => [
    (w / 2 + (x - (box.x0 + box.x1) / 2) * scale) * look.value.k + look.value.x,
    (h / 2 - (y - (box.y0 + box.y1) / 2) * scale) * look.value.k + look.value.y,
  ];
  const places = all.scene.places ?? {}, shut = blocked(now);
  const things = [...now.seen.values()];
  const objects = things.filter((each) => each.what === "object").map((each) => ({ each, at: at(each.at) }));
  const seen = things.filter((each) => each.what === "robot" || each.what === "person"), spots = apart(seen.map((each) => at(each.at)));
  const bodies = seen.map((each, n) => ({ each, at: spots[n]! }));
  const signs: Sign[] = bodies.map(({ each, at }) => ({ key: `body\n${each.name}`, at, r: 10, text: each.name, sides: UNDER }));
  for (const { each, at } of objects) signs.push({ key: `object\n${each.name}`, at, r: 5, text: each.name, sides: ASIDE });
  for (const [name, spot] of Object.entries(places)) signs.push({ key: `place\n${name}`, at: at(spot), r: 4, text: name, sides: ASIDE });
  const named = names(signs);
  // The way back lies on the same line: what is blocked is drawn over it.
  const ways = [...(all.scene.ways ?? [])].sort((one, other) => Number(shut.has(one.join("-"))) - Number(shut.has(other.join("-"))));
  return (
    <section class="world" aria-label="World">
      <div class="room" ref={room}>
        {w > 0 && (
          <svg width={w} height={h} role="img" aria-label="Map">
            {ways.map(([a, b]) => places[a] && places[b] && (
              <Way key={`${a}-${b}`} a={at(places[a])} b={at(places[b])} shut={shut.has(`${a}-${b}`)} name={`${a}-${b}`} />
            ))}
            <Traces all={all} now={now} t={time.value} at={at} />
            <Aims all={all} now={now} at={at} />
            {Object.entries(places).map(([name, spot]) => (
              <Thing key={name} kind="place" at={at(spot)} name={name} label={named.get(`place\n${name}`)}><rect x="-4" y="-4" width="8" height="8" /></Thing>
            ))}
            {objects.map(({ each, at }) => (
              <Thing key={each.name} kind={each.by ? "object held" : "object"} at={at} name={each.name} label={named.get(`object\n${each.name}`)} title={each.by && `held by ${each.by}`}>
                <path d="M0 -6L6 0L0 6L-6 0Z" />
              </Thing>
            ))}
            {things.filter((each) => each.what === "gripper" || each.what === "hand").map((each) => (
              <Hand key={each.name} each={each} at={at} home={now.seen.get(`robot\n${each.by}`) ?? now.seen.get(`person\n${each.by}`)} />
            ))}
            {bodies.map(({ each, at }) => (
              <Thing key={each.name} kind={`${each.what} ${colour(each.name)}`} at={at} name={each.name} label={named.get(`body\n${each.name}`)} title={each.moving ? "moves" : ""}>
                {each.what === "robot" ? <rect x="-9" y="-9" width="18" height="18" rx="5" /> : <circle r="9" />}
              </Thing>
            ))}
          </svg>
        )}
      </div>
      {shut.size > 0 && <p class="shut" role="status">blocked: {[...shut].join(", ")}</p>}
    </section>
  );
}

function Way({ a, b, shut, name }: { a: Spot; b: Spot; shut: boolean; name: string }) {
  const x = (a[0] + b[0]) / 2, y = (a[1] + b[1]) / 2;
  return (
    <g class={shut ? "way shut" : "way"}>
      <line x1={a[0]} y1={a[1]} x2={b[0]} y2={b[1]} />
      {shut && <><path d={`M${x - 6} ${y - 6}l12 12m0 -12l-12 12`} /><title>{`${name} is blocked`}</title></>}
    </g>
  );
}

function Hand({ each, at, home }: { each: Seen; at: (spot: Spot) => Spot; home: Seen | undefined }) {
  const [x, y] = at(each.at), from = home && at(home.at);
  return (
    <g class={`hand ${colour(each.by ?? "")}`}>
      {from && <line x1={from[0]} y1={from[1]} x2={x} y2={y} />}
      <circle cx={x} cy={y} r="5" />
      <title>{each.name}</title>
    </g>
  );
}

function Thing({ kind, at, name, label, title, children }: {
  kind: string; at: Spot; name: string; label: Label | undefined; title?: string | undefined; children: preact.ComponentChildren;
}) {
  return (
    <g class={`thing ${kind}`} transform={`translate(${at[0]} ${at[1]})`} role="img" aria-label={name}>
      {children}
      {label && <text x={label.x} y={label.y} text-anchor={label.anchor}>{name}</text>}
      {(title || !label) && <title>{title ? `${name}: ${title}` : name}</title>}
    </g>
  );
}
