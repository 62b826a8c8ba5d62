// Where boxes are: which are in sight, which one was hit, what is beside it, and what fits the room.

import type { History } from "../history";
import type { Look } from "./far";
import { type Box, type Layout, TALL } from "./layout";

const MARGIN = 40;

export function inSight(boxes: Box[], look: Look): Box[] {
  const left = (-look.x - MARGIN) / look.k, right = (look.w - look.x + MARGIN) / look.k;
  const top = (-look.y - MARGIN) / look.k, bottom = (look.h - look.y + MARGIN) / look.k;
  return boxes.filter((box) => {
    const x = box.from ? box.from.x : box.x; // its line may be in sight, too
    const high = box.from ? Math.min(box.y, box.from.y) : box.y;
    const low = box.from ? Math.max(box.y, box.from.y) : box.y;
    return box.x + box.w > left && x < right && low + TALL / 2 > top && high - TALL / 2 < bottom;
  });
}

export function curve(from: Box, to: Box): string {
  const x = from.x + from.w, middle = (x + to.x) / 2;
  return `M${x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

export function hit(event: MouseEvent, boxes: Box[], look: Look): Box | undefined {
  const x = (event.offsetX - look.x) / look.k, y = (event.offsetY - look.y) / look.k;
  return boxes.find((each) => x >= each.x && x <= each.x + each.w && Math.abs(y - each.y) <= TALL / 2);
}

// The scale and the shift with which all of it fits, unless that is too small.
export function fitting(w: number, h: number, plan: Layout, least: number): { k: number; x: number; y: number } {
  const wide = plan.right - plan.left + 40, tall = plan.bottom - plan.top + 40;
  const k = Math.max(least, Math.min(1.1, w / wide, h / tall));
  const root = plan.boxes[0]!;
  const y = tall * k <= h ? (h - tall * k) / 2 - (plan.top - 20) * k : h / 2 - root.y * k;
  const x = wide * k <= w ? (w - wide * k) / 2 + 20 * k : 20 * k;
  return { k, x, y };
}

export function beside(all: History, plan: Layout, at: number, key: string): number | null {
  const box = plan.at.get(at);
  if (!box) return null;
  if (key === "ArrowLeft") return box.from ? box.from.i : at;
  if (key === "ArrowRight") return box.hides ? at : (all.below[at]!.find((each) => plan.at.has(each)) ?? null);
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const row = plan.boxes.filter((each) => Math.abs(each.x - box.x) < 80).sort((a, b) => a.y - b.y);
  return row[row.indexOf(box) + (key === "ArrowDown" ? 1 : -1)]?.i ?? null;
}
