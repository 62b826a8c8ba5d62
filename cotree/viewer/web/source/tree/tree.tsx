// The tree: what is in sight is drawn, near with words and far without.

import { useComputed, useSignal } from "@preact/signals";
import { select } from "d3-selection";
import { type D3ZoomEvent, zoom, type ZoomBehavior, zoomIdentity } from "d3-zoom";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { History } from "../history";
import { chosen, folded, folds, follow, picture, wanted, whose } from "../store";
import { drawn } from "../export/freeze";
import { far, type Look, outline } from "./far";
import { busiest, matches, stopsOf } from "./finding";
import { busy, folding } from "./folding";
import { layout } from "./layout";
import { beside, curve, fitting, hit, inSight } from "./places";
import { NodeBox, toggle } from "./node";

const NEAR = 0.42, MOST = 450, NARROW = 640;
type Zoom = ZoomBehavior<HTMLDivElement, unknown>;

export function TreeView({ all }: { all: History }) {
  const room = useRef<HTMLDivElement>(null), canvas = useRef<HTMLCanvasElement>(null);
  const look = useSignal<Look>({ k: 1, x: 0, y: 0, w: 0, h: 0 });
  const moves = useRef<Zoom | null>(null);
  const at = useSignal<number | null>(null);
  const current = picture.value!, now = current.picture, of = whose.value;
  const plan = useMemo(() => layout(all, now.count, folded.value), [all, now.count, folded.value]);
  const found = useComputed(() => new Set(matches(all, wanted.value)));

  useEffect(() => {
    const behaviour: Zoom = zoom<HTMLDivElement, unknown>()
      .scaleExtent([0.02, 2.5])
      .filter((event: MouseEvent) => !event.ctrlKey || event.type === "wheel")
      .on("zoom", (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
        const { k, x, y } = event.transform;
        look.value = { ...look.peek(), k, x, y };
        if (event.sourceEvent) follow.value = false;
      });
    moves.current = behaviour;
    const element = room.current!;
    select(element).call(behaviour).on("dblclick.zoom", null);
    const watch = new ResizeObserver(() => {
      const first = !look.peek().w;
      look.value = { ...look.peek(), w: element.clientWidth, h: element.clientHeight };
      if (first) fit(0.55);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [all]);

  const open = folds.value ? busy(all, now, of) : null;
  const key = open && `${now.count} ${[...open].join(" ")}`;
  useEffect(() => {
    if (open) folded.value = folding(all, now, open);
  }, [key]);

  const target = follow.value ? busiest(all, now, of) : null;
  useEffect(() => {
    if (target !== null) show(target, false);
  }, [target, plan]);
  useEffect(() => {
    if (chosen.value !== null) show(chosen.value, false);
  }, [chosen.value, plan]);

  function show(i: number, always: boolean): void {
    const low = chosen.value !== null && look.peek().w < NARROW; // the card lies over the lower half
    const seen = [i, ...all.parents(i)].map((each) => plan.at.get(each)).find(Boolean); // or what it is folded into
    const { k, x, y, w, h } = look.peek();
    if (!seen || !moves.current || !room.current || !w) return;
    const px = seen.x * k + x, py = seen.y * k + y;
    const inside = px > 0.05 * w && px + seen.w * k < 0.98 * w && py > 0.1 * h && py < (low ? 0.38 : 0.9) * h;
    if (inside && k >= NEAR && !always) return;
    const near = Math.max(k, 0.85);
    if (near !== k) moves.current.scaleTo(select(room.current), near);
    moves.current.translateTo(select(room.current), seen.x + seen.w / 2, seen.y + (low ? (0.28 * h) / near : 0));
  }

  const sight = look.value.w ? inSight(plan.boxes, look.value) : [];
  const near = look.value.k >= NEAR && sight.length <= MOST, stops = stopsOf(all);
  // Tab comes to the tree once, where one was last; arrows go on from there.
  const stop = (sight.find((box) => box.i === at.value) ?? sight[0])?.i;
  useEffect(() => {
    if (near || !canvas.current) return;
    far(canvas.current, sight, now, of, look.value, found.value, stops);
    drawn.set(canvas.current, () => outline(sight, now, of, look.value, stops));
  });

  function keys(event: KeyboardEvent): void {
    const here = nodeOf(event.target);
    if (here === null) return;
    const next = beside(all, plan, here, event.key);
    if (event.key === "Enter" || event.key === " ") chosen.value = here;
    else if (event.key === "Escape") chosen.value = null;
    else if (next === null) return;
    else if (next === here) toggle(here);
    else {
      const box = () => room.current?.querySelector<SVGElement>(`[data-node="${next}"]`);
      const there = box(), before = document.activeElement;
      there?.focus();
      show(next, false);
      // It was out of sight.  Whoever has gone on meanwhile is not called back.
      if (!there) requestAnimationFrame(() => [before, document.body].includes(document.activeElement) && box()?.focus());
    }
    event.preventDefault();
  }

  function fit(least: number): void {
    const element = room.current!, { k, x, y } = fitting(element.clientWidth, element.clientHeight, plan, least);
    moves.current!.transform(select(element), zoomIdentity.translate(x, y).scale(k));
  }

  function pick(event: MouseEvent): void {
    const box = hit(event, sight, look.value);
    if (!box) return;
    follow.value = false;
    chosen.value = box.i;
  }

  function fold(): void {
    folds.value = !folds.value;
    if (!folds.value) folded.value = new Set();
  }

  const jump = () => {
    const list = [...found.value];
    if (!list.length) return;
    follow.value = false;
    const next = list[(list.indexOf(chosen.value ?? -1) + 1) % list.length]!;
    if (!plan.at.has(next)) {
      folds.value = false;
      const above = new Set(all.parents(next));
      folded.value = new Set([...folded.value].filter((each) => !above.has(each)));
    }
    chosen.value = next;
  };
  return (
    <section class="tree" aria-label="Tree">
      <div class="tools">
        <select aria-label="Whose picture" value={of} onChange={(event) => (whose.value = event.currentTarget.value)}>
          <option value="">team</option>
          {all.hello.robots.length > 1 && all.hello.robots.map((name) => <option key={name} value={name}>{name}</option>)}
          {(all.hello.people ?? []).map((name) => <option key={name} value={name}>{`${name} (mirror)`}</option>)}
        </select>
        <input type="search" placeholder="search" aria-label="Search nodes" value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && jump()} />
        {wanted.value && <span class="count">{found.value.size}</span>}
        <button aria-pressed={follow.value} onClick={() => (follow.value = !follow.value)}>follow</button>
        <button onClick={() => { follow.value = false; fit(0); }}>fit</button>
        <button aria-pressed={folds.value} onClick={() => fold()}>fold</button>
      </div>
      <div class="room" ref={room} role="tree" aria-label="Task tree" onKeyDown={keys} onFocusIn={(event) => { at.value = nodeOf(event.target); }}>
        {near ? (
          <svg width="100%" height="100%">
            <g transform={`translate(${look.value.x} ${look.value.y}) scale(${look.value.k})`}>
              {sight.map((box) => box.from && <path key={`l${box.i}`} class="link" d={curve(box.from, box)} />)}
              {sight.map((box) => (
                <NodeBox key={box.i} box={box} all={all} sight={current} of={of} found={found.value.has(box.i)} stop={box.i === stop} />
              ))}
            </g>
          </svg>
        ) : (
          <canvas ref={canvas} data-boxes={sight.length} data-stops={stops.size} onClick={pick} />
        )}
      </div>
    </section>
  );
}

// The node that this is the box of.
function nodeOf(target: EventTarget | null): number | null {
  const i = (target as Element | null)?.getAttribute?.("data-node");
  return i ? Number(i) : null;
}
