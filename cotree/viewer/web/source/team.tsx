// Lanes over time: who did what, how it was, and what was said; and how everybody stands now.

import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { History } from "./history";
import { Board } from "./board";
import type { Mark, Span } from "./lanes";
import { chosen, colour, go, news, picture, time } from "./store";
import { Bids } from "./team/bids";
import { Changed } from "./team/changed";
import { Members } from "./team/members";
import { Robots } from "./team/robots";
import { Spells } from "./team/spells";
import { clock, cut } from "./texts";

const NAME = 76, ROW = 18, PAD = 6, MOOD = 8, HEAD = 20, MOST_ROWS = 6, THIN = 0.6, STRIDE = 0.08;

export function TeamView({ all }: { all: History }) {
  const room = useRef<HTMLDivElement>(null), wide = useSignal(600);
  news.value;
  useEffect(() => {
    const watch = new ResizeObserver(() => (wide.value = room.current?.clientWidth ?? 600));
    watch.observe(room.current!);
    return () => watch.disconnect();
  }, []);
  const from = all.from, to = Math.max(all.to, from + 1), axis = useRef(to);
  // While it runs the axis grows in strides, so that most of what is drawn stays where it is.
  if (all.end || all.to > axis.current || axis.current > to + STRIDE * (to - from)) {
    axis.current = all.end || !all.hello.live ? to : to + 0.5 * STRIDE * (to - from);
  }
  const right = axis.current;
  const x = (t: number) => NAME + ((t - from) / (right - from)) * (wide.value - NAME - 12);
  let y = HEAD;
  const tops = all.lanes.names.map((name) => {
    const rows = Math.min(all.lanes.rowsOf(name), MOST_ROWS), top = y;
    y += rows * ROW + 2 * PAD + MOOD;
    return { name, top: top + MOOD, rows };
  });
  const scrub = (event: PointerEvent) => {
    if (!(event.buttons & 1) && event.type !== "pointerdown") return;
    const left = event.clientX - (event.currentTarget as Element).getBoundingClientRect().left;
    if (left > NAME) go(from + ((left - NAME) / (wide.value - NAME - 12)) * (right - from));
  };
  const now = picture.value!.picture;
  const held = [...now.resources.values()].filter((each) => each.owners?.length);
  return (
    <section class="team" aria-label="Team">
      {from > 0 && (
        <p class="lost" role="note">
          {`What was before ${clock(from)} is too much for this page: it knows only how everything stood then. The record has all of it.`}
        </p>
      )}
      <div class="lanes" ref={room}>
        <svg width={wide.value} height={y + 4} onPointerDown={scrub} onPointerMove={scrub}>
          {ticks(from, right, wide.value).map((t) => (
            <g key={t} class="axis"><line x1={x(t)} x2={x(t)} y1={HEAD} y2={y} /><text x={x(t)} y="13">{clock(t)}</text></g>
          ))}
          {tops.map(({ name, top, rows }) => (
            <g key={name} class={colour(name)} role="group" aria-label={`Lane of ${name}`}>
              <rect class="lane" x="0" y={top - MOOD} width={wide.value} height={rows * ROW + 2 * PAD + MOOD} />
              <Spells spells={all.lanes.spells.get(name) ?? []} from={from} to={to} x={x} top={top - MOOD} tall={rows * ROW + 2 * PAD + MOOD} />
              <rect class="tag" x="0" y={top - MOOD + 2} width="4" height={rows * ROW + 2 * PAD + MOOD - 4} />
              <text class="label" x="10" y={top + PAD + 13}>{cut(name, NAME - 14, 7.4)}</text>
              {seen(all.lanes.spans.get(name) ?? [], to, x).map((span) => bar(all, span, x, to, top + PAD, `${from} ${right} ${wide.value}`))}
              {thin(all.lanes.marks.filter((mark) => mark.who === name), x).map((mark, n) => (
                <text key={n} class="sign" x={x(mark.t)} y={top + PAD + 13}>{mark.sign}<title>{`${clock(mark.t)} ${mark.text}`}</title></text>
              ))}
            </g>
          ))}
          <line class="now" x1={x(time.value)} x2={x(time.value)} y1={HEAD - 6} y2={y} />
        </svg>
      </div>
      <Changed all={all} />
      <div class="sheet"><Robots all={all} now={now} /></div>
      <Members now={now} />
      <div class="sheet"><Bids all={all} now={now} /></div>
      {held.length > 0 && (
        <ul class="held" aria-label="Resources in use">
          {held.map((each) => (
            <li key={each.name}><b>{each.name}</b> {each.load && `holds ${each.load} `}<span>{each.owners!.join(", ")}</span></li>
          ))}
        </ul>
      )}
      {now.facts.size > 0 && <details class="known"><summary>blackboard ({now.facts.size})</summary><Board now={now} names={[...now.facts.keys()].sort()} /></details>}
      <ul class="said" aria-label="What happened">
        {all.lanes.marks.filter((mark) => mark.t <= time.value).slice(-30).reverse().map((mark, n) => (
          <li key={n} class={colour(mark.who)}>
            <button onClick={() => go(mark.t)}>{clock(mark.t)}</button> <b class="label">{mark.who}</b> {mark.sign} {mark.text}
          </li>
        ))}
      </ul>
    </section>
  );
}

const drawn = new WeakMap<Span, { key: string; made: VNode }>();

// What is over stays as it was drawn, unless the axis has changed.
function bar(all: History, span: Span, x: (t: number) => number, to: number, top: number, axis: string): VNode {
  const key = `${axis} ${top} ${span.to ?? to}`, before = drawn.get(span);
  if (before?.key === key) return before.made;
  const made = <Bar key={`${span.i}/${span.from}`} all={all} span={span} x={x} to={to} top={top} />;
  drawn.set(span, { key, made });
  return made;
}

function Bar({ all, span, x, to, top }: {
  all: History; span: Span; x: (t: number) => number; to: number; top: number;
}) {
  const left = x(span.from), w = Math.max(1.5, x(span.to ?? to) - left), node = all.nodes[span.i]!;
  const name = /^(move|pick|place|drive)$/.test(node.name) ? (node.path.split("/").at(-2) ?? node.name) + "/" + node.name : node.name;
  const row = Math.min(span.row, MOST_ROWS - 1);
  return (
    <g class={`span s-${span.state}`} role="img" aria-label={`${name}, ${span.state}`} onClick={() => (chosen.value = span.i)}>
      <rect x={left} y={top + row * ROW + 1} width={w} height={ROW - 3} rx="2" />
      {w > 24 && <text x={left + 4} y={top + row * ROW + 12.5}>{cut(name, w - 6, 6.2)}</text>}
      <title>{`${node.path}: ${span.state}, ${clock(span.from)} to ${span.to === null ? "now" : clock(span.to)}`}</title>
    </g>
  );
}

// Of bars that are too narrow to be seen, one where several would be.
function seen(spans: Span[], to: number, x: (t: number) => number): Span[] {
  const last = new Map<number, number>();
  return spans.filter((span) => {
    const left = x(span.from), right = x(span.to ?? to);
    if (right - left < THIN && left - (last.get(span.row) ?? -9) < 1.5) return false;
    last.set(span.row, Math.max(right, left + 1));
    return true;
  });
}

function thin(marks: Mark[], x: (t: number) => number): Mark[] {
  let last = -99;
  return marks.filter((mark) => {
    const at = x(mark.t);
    if (at - last < 3) return false;
    last = at;
    return true;
  });
}

function ticks(from: number, to: number, wide: number): number[] {
  const most = Math.max(2, (wide - NAME) / 90), raw = (to - from) / most;
  const ten = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((each) => each * ten).find((each) => each >= raw) ?? ten;
  const found: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) found.push(t);
  return found;
}
