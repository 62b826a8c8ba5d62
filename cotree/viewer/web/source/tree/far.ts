// A tree from far away: thousands of boxes without words, on a canvas.

import { make } from "../export/make";
import { standing } from "../store";
import type { Picture } from "../picture";
import { type Box, TALL } from "./layout";

export interface Look { k: number; x: number; y: number; w: number; h: number }

// Where the run stops; true: it stands there now.
export type Stops = ReadonlyMap<number, boolean>;

const MARK = 5; // on the screen, however far away

let palette: Record<string, string> | null = null;
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (palette = null));

function colours(): Record<string, string> {
  if (palette) return palette;
  const style = getComputedStyle(document.documentElement);
  palette = {};
  for (const name of ["inactive", "waiting", "claiming", "running", "stopping", "done", "skipped", "failed"]) {
    palette[name] = style.getPropertyValue(`--${name}`).trim();
  }
  palette.line = style.getPropertyValue("--line").trim();
  palette.found = style.getPropertyValue("--found").trim();
  return palette;
}

// The same as a drawing, for a file.
export function outline(boxes: Box[], now: Picture, of: string, look: Look, stops: Stops): SVGElement {
  const paint = colours();
  const tree = make("g", { transform: `translate(${look.x} ${look.y}) scale(${look.k})` });
  const lines = boxes.map(({ x, y, from }) => (from ? `M${from.x + from.w} ${from.y}L${x} ${y}` : "")).join("");
  tree.append(make("path", { d: lines, fill: "none", stroke: paint.line!, "stroke-width": 1 / look.k }));
  for (const box of boxes) {
    const { state } = standing(now, box.i, of), tall = state === "running" || state === "failed" ? TALL : TALL * 0.7;
    tree.append(make("rect", {
      x: box.x, y: box.y - tall / 2, width: box.w, height: tall, fill: paint[state]!, opacity: state === "inactive" ? 0.35 : 1,
    }));
    if (stops.has(box.i)) tree.append(make("circle", { cx: box.x, cy: box.y, r: radius(stops, box.i, look), fill: paint.failed! }));
  }
  const made = make("svg", {});
  made.append(tree);
  return made;
}

export function far(
  canvas: HTMLCanvasElement, boxes: Box[], now: Picture, of: string, look: Look, found: ReadonlySet<number>,
  stops: Stops,
): void {
  const dots = devicePixelRatio || 1;
  if (canvas.width !== Math.round(look.w * dots) || canvas.height !== Math.round(look.h * dots)) {
    canvas.width = Math.round(look.w * dots);
    canvas.height = Math.round(look.h * dots);
  }
  const draw = canvas.getContext("2d");
  if (!draw) return;
  const paint = colours();
  draw.setTransform(dots, 0, 0, dots, 0, 0);
  draw.clearRect(0, 0, look.w, look.h);
  draw.setTransform(dots * look.k, 0, 0, dots * look.k, dots * look.x, dots * look.y);
  draw.strokeStyle = paint.line!;
  draw.lineWidth = 1 / look.k;
  draw.beginPath();
  for (const { x, y, from } of boxes) {
    if (!from) continue;
    draw.moveTo(from.x + from.w, from.y);
    draw.lineTo(x, y);
  }
  draw.stroke();
  for (const box of boxes) {
    const { state } = standing(now, box.i, of);
    draw.fillStyle = paint[state]!;
    draw.globalAlpha = state === "inactive" ? 0.35 : 1;
    const tall = state === "running" || state === "failed" ? TALL : TALL * 0.7;
    draw.fillRect(box.x, box.y - tall / 2, box.w, tall);
    if (!found.has(box.i)) continue;
    draw.globalAlpha = 1;
    draw.strokeStyle = paint.found!;
    draw.lineWidth = 3 / look.k;
    draw.strokeRect(box.x, box.y - TALL / 2, box.w, TALL);
  }
  draw.globalAlpha = 1;
  draw.fillStyle = paint.failed!;
  for (const box of boxes) {
    if (!stops.has(box.i)) continue;
    draw.beginPath();
    draw.arc(box.x, box.y, radius(stops, box.i, look), 0, 2 * Math.PI);
    draw.fill();
  }
}

function radius(stops: Stops, i: number, look: Look): number {
  return (stops.get(i) ? 2 * MARK : MARK) / look.k;
}
