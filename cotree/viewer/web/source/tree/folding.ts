// What to fold so that a large tree has room: all of it that rests.

import type { History } from "../history";
import type { Picture } from "../picture";
import { standing } from "../store";

export const LARGE = 300; // trees with more nodes are folded unless somebody says otherwise
const ROOM = 120;
const RESTS: ReadonlySet<string> = new Set(["inactive", "done", "skipped", "waiting"]);

// The nodes above leaves that do something.
export function busy(all: History, now: Picture, of: string): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < now.count; i++) {
    if (all.below[i]!.length || RESTS.has(standing(now, i, of).state)) continue;
    for (const above of all.parents(i)) {
      if (found.has(above)) break;
      found.add(above);
    }
  }
  return found;
}

// Opens what is busy, and then level by level as much as there is room for.
export function folding(all: History, now: Picture, open: ReadonlySet<number>): Set<number> {
  const folded = new Set<number>();
  let level = [0], room = ROOM - open.size;
  while (level.length) {
    const next: number[] = [];
    for (const i of level) {
      const below = all.below[i]!.filter((each) => each < now.count);
      if (!below.length) continue;
      if (!open.has(i) && room < below.length) {
        folded.add(i);
        continue;
      }
      if (!open.has(i)) room -= below.length;
      next.push(...below);
    }
    level = next;
  }
  return folded;
}
