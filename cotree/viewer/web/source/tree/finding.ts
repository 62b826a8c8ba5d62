// Which nodes are meant: by a search, by what runs, by where the run stops.

import { may } from "../act/door";
import type { History } from "../history";
import type { Picture } from "../picture";
import { standing } from "../store";
import type { Stops } from "./far";

export function matches(all: History, text: string): number[] {
  const word = text.trim().toLowerCase();
  if (!word) return [];
  return all.nodes.flatMap((node, i) => (node.path.toLowerCase().includes(word) || node.word === word ? [i] : []));
}

// The first leaf that does something in this picture.
export function busiest(all: History, now: Picture, of: string): number | null {
  for (const state of ["running", "stopping", "claiming", "failed"]) {
    for (let i = 0; i < now.count; i++) {
      if (!all.below[i]!.length && standing(now, i, of).state === state) return i;
    }
  }
  return null;
}

export function stopsOf(all: History): Stops {
  const can = may.value, at = new Set(can?.stopped_at);
  const paths = [...new Set([...(can?.breakpoints ?? []), ...at])];
  return new Map(paths.flatMap((path) => (all.number.has(path) ? [[all.number.get(path)!, at.has(path)] as const] : [])));
}
