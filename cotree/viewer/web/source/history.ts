// All that was told, and the picture of any moment of it.

import type { End, Hello, Leaf, Scene, Tick } from "./items";
import { Lanes } from "./lanes";
import { Picture } from "./picture";

const MOST_MARKS = 128;

export class History {
  readonly nodes: Leaf[];
  readonly below: number[][]; // the children of each node
  readonly number = new Map<string, number>();
  readonly ticks: Tick[] = [];
  readonly lanes: Lanes;
  readonly last: Picture;
  grown = 0; // counts how often the tree grew
  scene: Scene = { k: "scene" };
  end: End | null = null;
  clock = 0; // the time of the mission, as far as that is told between the ticks
  #marks: { at: number; picture: Picture }[] = [];
  #every = 256;
  #cursor: { at: number; picture: Picture } | null = null;

  constructor(readonly hello: Hello, nodes: Leaf[]) {
    this.nodes = nodes.slice();
    this.below = nodes.map(() => []);
    nodes.forEach((node, i) => this.#hang(node, i));
    this.last = new Picture(nodes.length);
    this.lanes = new Lanes(hello, this);
    this.#marks.push({ at: 0, picture: this.last.copy() });
  }

  #hang(node: Leaf, i: number): void {
    this.number.set(node.path, i);
    this.below[node.parent]?.push(i);
  }

  get from(): number {
    return this.ticks[0]?.whole ? this.ticks[0].t : 0;
  }

  get to(): number {
    return Math.max(this.last.t, this.end?.t ?? this.clock);
  }

  add(tick: Tick): void {
    for (const leaf of tick.grown ?? []) {
      this.nodes.push(leaf);
      this.below.push([]);
      this.#hang(leaf, this.nodes.length - 1);
      this.grown++;
    }
    this.ticks.push(tick);
    this.lanes.take(tick);
    this.last.take(tick);
    if (this.ticks.length % this.#every === 0) this.#mark();
  }

  #mark(): void {
    this.#marks.push({ at: this.ticks.length, picture: this.last.copy() });
    if (this.#marks.length <= MOST_MARKS) return;
    this.#marks = this.#marks.filter((_, i) => i % 2 === 0);
    this.#every *= 2;
  }

  // The number of ticks until this time; they are in the order of time.
  until(t: number): number {
    let low = 0, high = this.ticks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ticks[middle]!.t <= t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  at(t: number): Picture {
    const wanted = this.until(t);
    let start = this.#cursor;
    if (!start || start.at > wanted || wanted - start.at > 2 * this.#every) {
      let mark = this.#marks[0]!;
      for (const each of this.#marks) if (each.at <= wanted) mark = each;
      start = { at: mark.at, picture: mark.picture.copy() };
    }
    for (let i = start.at; i < wanted; i++) start.picture.take(this.ticks[i]!);
    this.#cursor = { at: wanted, picture: start.picture };
    start.picture.t = t;
    return start.picture;
  }

  parents(i: number): number[] {
    const found: number[] = [];
    for (let at = this.nodes[i]?.parent ?? -1; at >= 0; at = this.nodes[at]!.parent) found.push(at);
    return found;
  }

  // What became of one node, newest first.
  turns(i: number, most: number): { t: number; robot: string; state: string; text: string }[] {
    const found: { t: number; robot: string; state: string; text: string }[] = [];
    for (let n = this.ticks.length - 1; n >= 0 && found.length < most; n--) {
      const tick = this.ticks[n]!;
      const alone = !this.last.own.size;
      for (const now of (alone ? tick.team : tick.own) ?? []) {
        const text = now.why?.message ?? now.note ?? "";
        if (now.i === i) found.push({ t: tick.t, robot: tick.robot ?? "", state: now.state, text });
      }
    }
    return found;
  }
}
