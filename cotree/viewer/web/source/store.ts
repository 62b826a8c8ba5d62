// What the page shows now; everything that can change is a signal.

import { computed, signal } from "@preact/signals";
import { History } from "./history";
import { LARGE } from "./tree/folding";
import type { Item, Now, Pulse, Scene, Tree } from "./items";
import { VERSION } from "./items";
import type { Picture } from "./picture";

export type View = "all" | "tree" | "team" | "world" | "cameras" | "me";
export type Link = "connecting" | "open" | "lost" | "token" | "version";

export const link = signal<Link>("connecting");
export const history = signal<History | null>(null);
export const news = signal(0); // counts up when there is something new to show
export const shown = signal<number | null>(null); // null: the newest moment
export const playing = signal(false);
export const pace = signal(1);
export const view = signal<View>("tree");
export const whose = signal(""); // empty: the team's picture
export const chosen = signal<number | null>(null);
export const folded = signal<ReadonlySet<number>>(new Set());
export const folds = signal(false); // what rests is folded by itself
export const wanted = signal("");
export const follow = signal(true);
export const pulses = signal<ReadonlyMap<string, Pulse>>(new Map()); // of now, whatever is shown

export const cameras = signal<string[]>([]); // whose pictures can be asked for

export const time = computed(() => {
  news.value;
  return shown.value ?? history.value?.to ?? 0;
});

// Pictures are changed in place, so what components compare is who looks at them, and when.
export interface Sight { picture: Picture }

export const picture = computed<Sight | null>(() => {
  news.value;
  const all = history.value;
  if (!all) return null;
  return { picture: shown.value === null ? all.last : all.at(shown.value) };
});

let tree: Tree | null = null;

// A new connection tells everything again.
export function forget(): void {
  tree = null;
}

export function hear(items: Item[]): void {
  let made: History | null = history.peek();
  for (const item of items) {
    switch (item.k) {
      case "tree":
        tree = item;
        break;
      case "hello":
        if (item.v !== VERSION) {
          link.value = "version";
          return;
        }
        if (tree) made = begin(new History(item, tree.nodes));
        break;
      case "scene":
        if (made) made.scene = item as Scene;
        break;
      case "d":
        made?.add(item);
        break;
      case "t":
        if (made) made.clock = item.t;
        break;
      case "p":
        pulses.value = new Map(item.robots.map((each) => [each.robot, each]));
        if ((item.cameras ?? []).join() !== cameras.value.join()) cameras.value = item.cameras ?? [];
        break;
      case "end":
        if (made) made.end = item;
    }
  }
  soon();
}

function begin(made: History): History {
  const before = history.peek();
  history.value = made;
  if (before?.hello.mission !== made.hello.mission) {
    shown.value = null;
    chosen.value = null;
    folded.value = new Set();
    folds.value = made.nodes.length > LARGE;
    document.title = `${made.hello.mission} · cotree`;
  }
  return made;
}

let due = false;

// Shows what is new with the next picture of the screen, once.
function soon(): void {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    news.value++;
  });
}

export function go(t: number | null): void {
  const all = history.peek();
  if (!all) return;
  shown.value = t === null ? null : Math.min(Math.max(t, all.from), all.to);
}

const RESTS: Now = { i: -1, state: "inactive" };

// How a node stands in the picture that was asked for.
export function standing(now: Picture, i: number, of: string): Now {
  const team = now.team[i] ?? RESTS;
  if (!of) return team;
  if (now.own.has(of)) return now.own.get(of)![i] ?? RESTS;
  if (history.peek()?.hello.people?.includes(of)) return team.robot === of ? team : RESTS;
  return team;
}

const COLOURS = 8;

export function colour(name: string): string {
  const all = history.peek();
  const at = [...(all?.hello.robots ?? []), ...(all?.hello.people ?? [])].indexOf(name);
  return `who who${at < 0 ? "x" : at % COLOURS}`;
}
