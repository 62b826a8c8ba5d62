// What the cameras of the mission see now, and what was found in it.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { History } from "../history";
import { cameras, picture, shown, time } from "../store";
import { clock } from "../texts";
import { meant } from "../world/traces";
import { type Mark, type Shot, watch } from "./seeing";

const marked = signal(true);
const BONES = [[0, 1, 2, 3, 4], [0, 5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16], [0, 17, 18, 19, 20], [5, 9, 13, 17]];

export function CamerasView({ all }: { all: History }) {
  const aims = meant(all, picture.value!.picture, time.value);
  return (
    <section class="cameras" aria-label="Cameras">
      <div class="tools">
        <label><input type="checkbox" checked={marked.value} onChange={(event) => (marked.value = event.currentTarget.checked)} /> what was found</label>
        {shown.value !== null && <span class="count" role="status">cameras show now, whatever moment the rest shows</span>}
      </div>
      <div class="panes">{cameras.value.map((name) => <Pane key={name} name={name} aims={aims} />)}</div>
    </section>
  );
}

function Pane({ name, aims }: { name: string; aims: Map<string, string> }) {
  const shot = useSignal<Shot | null>(null), wrong = useSignal("");
  useEffect(() => {
    const drop = () => shot.value && URL.revokeObjectURL(shot.value.url);
    const stop = watch(name, (next) => {
      drop();
      shot.value = next;
      wrong.value = "";
    }, (why) => (wrong.value = why));
    return () => {
      stop();
      drop();
    };
  }, [name]);
  const now = shot.value;
  return (
    <figure class="pane" aria-label={`Camera ${name}`}>
      {now ? (
        <div class="view" style={{ aspectRatio: `${now.across} / ${now.down}` }}>
          <img src={now.url} alt={`What ${name} sees`} />
          {marked.value && <Marks shot={now} aims={aims} />}
        </div>
      ) : <p class="calm">no picture yet</p>}
      <figcaption><b>{name}</b> {now && <time>{clock(now.t)}</time>} {wrong.value && <span class="why" role="status">{wrong.value}</span>}</figcaption>
    </figure>
  );
}

// An aim is drawn where its object was found.
function aimed(marks: Mark[], aims: Map<string, string>): Mark[] {
  const objects = marks.filter((mark) => mark.what === "object" && aims.has(mark.name));
  return objects.map((mark) => ({ what: "aim", name: aims.get(mark.name)!, points: mark.points }));
}

function Marks({ shot, aims }: { shot: Shot; aims: Map<string, string> }) {
  const { across, down } = shot, marks = [...shot.marks, ...aimed(shot.marks, aims)];
  return (
    <svg viewBox={`0 0 ${across} ${down}`} aria-hidden={!marks.length}>
      {marks.map((mark, n) => <One key={n} mark={mark} at={(i) => [mark.points[i]![0] * across, mark.points[i]![1] * down]} />)}
    </svg>
  );
}

function One({ mark, at }: { mark: Mark; at: (i: number) => [number, number] }) {
  const [x, y] = mark.points.length ? at(0) : [0, 0], many = mark.points.length;
  const line = (which: number[]) => which.filter((i) => i < many).map((i) => at(i).join()).join(" ");
  return (
    <g class={`mark-${mark.what}`} role="img" aria-label={`${mark.what} ${mark.name}`}>
      {mark.what === "hand" && BONES.map((bone, n) => <polyline key={n} points={line(bone)} />)}
      {mark.what === "object" && many > 2 && <polygon points={line([...mark.points.keys()])} />}
      {(mark.what === "aim" || (mark.what === "object" && many <= 2)) && <circle cx={x} cy={y} r={mark.what === "aim" ? 9 : 4} />}
      {many > 0 && <text x={x + 6} y={mark.what === "aim" ? y + 14 : y - 5}>{mark.name}</text>}
    </g>
  );
}
