// How everything stands at one moment: ticks folded one after the other.

import type { Claimed, Fact, Learnt, Mood, Now, Owned, Seen, Tick, Wrote } from "./items";

export class Picture {
  t = 0;
  count: number; // so many nodes are there
  team: (Now | undefined)[] = [];
  own = new Map<string, (Now | undefined)[]>();
  moving = new Map<string, Set<number>>(); // what each robot does now; of one alone, or the team: ""
  claims = new Map<string, Claimed>(); // by piece and robot
  resources = new Map<string, Owned>();
  seen = new Map<string, Seen>();
  facts = new Map<string, Fact>();
  writers = new Map<string, Wrote>(); // by fact
  moods = new Map<string, Mood>();
  learnt = new Map<string, Learnt>(); // by the node of a job, and what
  beats = new Map<string, number>(); // when each robot was heard last

  constructor(count: number) {
    this.count = count;
  }

  copy(): Picture {
    const copy = new Picture(this.count);
    copy.t = this.t;
    copy.team = this.team.slice();
    for (const [robot, own] of this.own) copy.own.set(robot, own.slice());
    for (const [robot, moving] of this.moving) copy.moving.set(robot, new Set(moving));
    copy.claims = new Map(this.claims);
    copy.resources = new Map(this.resources);
    copy.seen = new Map(this.seen);
    copy.facts = new Map(this.facts);
    copy.writers = new Map(this.writers);
    copy.moods = new Map(this.moods);
    copy.learnt = new Map(this.learnt);
    copy.beats = new Map(this.beats);
    return copy;
  }

  take(tick: Tick): void {
    this.t = tick.t;
    this.count += tick.grown?.length ?? 0;
    for (const note of tick.notes ?? []) if (note.what === "restarted") this.#forgets(note.robot);
    for (const now of tick.team ?? []) this.team[now.i] = now;
    this.#moves("", tick.team ?? []);
    this.#says(tick.robot ?? "", tick.own ?? []);
    for (const [robot, own] of Object.entries(tick.pictures ?? {})) this.#says(robot, own);
    for (const claim of tick.claims ?? []) {
      const key = `${claim.piece}\n${claim.robot}`;
      this.claims.delete(key); // so that the newest word is the last one
      this.claims.set(key, claim);
    }
    for (const owned of tick.resources ?? []) this.resources.set(owned.name, owned);
    for (const seen of tick.seen ?? []) this.seen.set(`${seen.what}\n${seen.name}`, seen);
    for (const [name, value] of Object.entries(tick.facts ?? {})) this.facts.set(name, value);
    for (const [name, wrote] of Object.entries(tick.writers ?? {})) this.writers.set(name, wrote);
    for (const each of tick.learnt ?? []) this.learnt.set(`${each.i}\n${each.what}`, each);
    for (const mood of tick.moods ?? []) this.moods.set(mood.robot, mood);
    for (const [robot, t] of Object.entries(tick.beats ?? {})) this.beats.set(robot, t);
    if (tick.robot) this.beats.set(tick.robot, tick.t);
  }

  // A process that has just begun has nothing in hand, and no picture of its own yet.
  #forgets(robot: string): void {
    this.own.delete(robot);
    this.moving.delete(robot);
    for (const name of this.resources.keys()) if (name.startsWith(`${robot}/`)) this.resources.delete(name);
  }

  #says(robot: string, own: Now[]): void {
    if (!own.length) return;
    let mine = this.own.get(robot);
    if (!mine) this.own.set(robot, (mine = []));
    for (const now of own) mine[now.i] = now;
    this.#moves(robot, own);
  }

  #moves(robot: string, turned: Now[]): void {
    const moving = this.moving.get(robot) ?? new Set();
    this.moving.set(robot, moving);
    for (const { i, state } of turned) {
      if (state === "running" || state === "stopping") moving.add(i);
      else moving.delete(i);
    }
  }

  // Who wants, or has, this piece of work: the last word of each robot about it.
  claimsOn(path: string): Claimed[] {
    const found: Claimed[] = [];
    for (const claim of this.claims.values()) if (claim.piece === path) found.push(claim);
    return found;
  }

  learntOf(i: number): Learnt[] {
    const found = ["decided", "knows"].map((what) => this.learnt.get(`${i}\n${what}`));
    return found.filter((each) => each !== undefined);
  }

  ownedBy(path: string): Owned[] {
    return [...this.resources.values()].filter((each) => each.owners?.includes(path));
  }
}
