// Where names stand on the map, so that none lies on another one; and bodies that stand on one spot.

import type { Spot } from "../items";

export type Side = "right" | "left" | "below" | "above";
export interface Sign { key: string; at: Spot; r: number; text: string; sides: readonly Side[] }
export interface Label { x: number; y: number; anchor: "start" | "middle" | "end" }
interface Box { x0: number; y0: number; x1: number; y1: number }

const LETTER = 6.4, TALL = 12, GAPS = [5, 18], MOST = 200;
export const ASIDE: readonly Side[] = ["right", "left", "below", "above"];
export const UNDER: readonly Side[] = ["below", "above", "right", "left"];

const meets = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
const around = ([x, y]: Spot, r: number): Box => ({ x0: x - r, y0: y - r, x1: x + r, y1: y + r });

// Relative to the thing: its name, and the room that it takes.
function place({ at: [x, y], r, text }: Sign, side: Side, gap: number): { label: Label; box: Box } {
  const w = text.length * LETTER, far = r + gap;
  if (side === "right" || side === "left") {
    const x0 = side === "right" ? x + far : x - far - w;
    const label: Label = { x: side === "right" ? far : -far, y: 4, anchor: side === "right" ? "start" : "end" };
    return { label, box: { x0, y0: y + 4 - TALL, x1: x0 + w, y1: y + 7 } };
  }
  const down = side === "below" ? far + TALL - 4 : -far;
  return { label: { x: 0, y: down, anchor: "middle" }, box: { x0: x - w / 2, y0: y + down - TALL + 2, x1: x + w / 2, y1: y + down + 3 } };
}

// By key; who comes first has the first choice, and what finds no room has none: its title says it.
export function names(signs: readonly Sign[]): Map<string, Label> {
  const found = new Map<string, Label>(), taken = signs.slice(0, MOST).map((each) => around(each.at, each.r));
  signs.slice(0, MOST).forEach((sign, n) => {
    for (const gap of GAPS) {
      for (const side of sign.sides) {
        const { label, box } = place(sign, side, gap);
        if (taken.some((each, other) => other !== n && meets(each, box))) continue;
        found.set(sign.key, label);
        taken.push(box);
        return;
      }
    }
  });
  return found;
}

const NEAR = 12, BESIDE = 20;

// Bodies on one spot, such as a robot that stands on another one, are drawn side by side.
export function apart(spots: readonly Spot[]): Spot[] {
  const groups: number[][] = [];
  spots.forEach((spot, n) => {
    const with_ = groups.find((each) => Math.hypot(spots[each[0]!]![0] - spot[0], spots[each[0]!]![1] - spot[1]) < NEAR);
    if (with_) with_.push(n);
    else groups.push([n]);
  });
  const found = spots.slice();
  for (const group of groups) {
    group.forEach((n, k) => (found[n] = [spots[n]![0] + (k - (group.length - 1) / 2) * BESIDE, spots[n]![1]]));
  }
  return found;
}
