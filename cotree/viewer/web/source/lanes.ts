// Who did what when, gathered while it is told.

import type { History } from "./history";
import type { Hello, Mood, MoodWord, Now, State, Tick } from "./items";

export interface Span { i: number; state: State; from: number; to: number | null; row: number }
export interface Spell { word: MoodWord; text: string; from: number; to: number | null }
export interface Mark { t: number; who: string; sign: string; text: string }

const SHOWN: ReadonlySet<State> = new Set<State>(["claiming", "running", "stopping"]);

const SIGNS: Record<string, string> = { restarted: "↻", quorum: "≠", acted: "☛" };

export class Lanes {
  readonly spans = new Map<string, Span[]>();
  readonly spells = new Map<string, Spell[]>(); // how each robot was
  readonly marks: Mark[] = [];
  readonly names: string[];
  #open = new Map<string, Span>();
  #cut = new Map<string, [string, Span][]>(); // what goes on if a silent robot was not dead
  #rows = new Map<string, boolean[]>();

  constructor(hello: Hello, private readonly history: History) {
    this.names = [...hello.robots, ...(hello.people ?? [])];
    for (const name of this.names) this.spans.set(name, []);
  }

  rowsOf(name: string): number {
    return Math.max(1, this.#rows.get(name)?.length ?? 0);
  }

  take(tick: Tick): void {
    const alone = this.names.length === 1 && !tick.own;
    const who = tick.robot || this.history.hello.robots[0] || "";
    for (const now of (alone ? tick.team : tick.own) ?? []) this.#turn(who, now, tick.t);
    for (const [robot, own] of Object.entries(tick.pictures ?? {})) {
      for (const now of own) this.#turn(robot, now, tick.t);
    }
    for (const now of tick.team ?? []) this.#attends(now, tick.t);
    for (const mood of tick.moods ?? []) this.#feels(mood);
    for (const said of tick.said ?? []) {
      const answers = said.what === "answers";
      const sign = answers ? "!" : said.what === "asks" ? "?" : "“";
      const text = answers ? said.text : `to ${said.person}: ${said.text}`;
      this.marks.push({ t: tick.t, who: answers ? said.person : said.robot, sign, text });
    }
    for (const claim of tick.claims ?? []) {
      if (claim.word !== "seen_done" || !claim.holder) continue;
      const known = this.marks.some((each) => each.who === claim.holder && each.text === `did ${claim.piece}`);
      if (!known) this.marks.push({ t: tick.t, who: claim.holder, sign: "✓", text: `did ${claim.piece}` });
    }
    for (const note of tick.notes ?? []) {
      const sign = SIGNS[note.what] ?? "⚡";
      this.marks.push({ t: tick.t, who: note.robot || who, sign, text: note.text });
      if (note.what !== "restarted") continue;
      this.#dies(note.robot, tick.t);
      this.#cut.delete(note.robot);
    }
  }

  // A robot that fell silent did so before anybody could know it.
  #feels({ robot, word, since, text }: Mood): void {
    const spells = this.spells.get(robot) ?? [], before = spells.at(-1);
    if (word === "dead") this.#cut.set(robot, this.#dies(robot, since));
    else for (const [key, span] of this.#cut.get(robot) ?? []) this.#begin(robot, key, span.i, span.state, since);
    if (word !== "dead") this.#cut.delete(robot);
    this.spells.set(robot, spells);
    if (before) before.to = Math.max(before.from, since);
    spells.push({ word, text: text ?? "", from: since, to: null });
  }

  // People say nothing of their own picture: the team's says who of them is at a node.
  #attends(now: Now, t: number): void {
    for (const person of this.history.hello.people ?? []) {
      const does = now.robot === person;
      if (does || this.#open.has(`${person}\n${now.i}`)) this.#turn(person, does ? now : { i: now.i, state: "inactive" }, t);
    }
  }

  #turn(who: string, now: Now, t: number): void {
    const key = `${who}\n${now.i}`, before = this.#open.get(key);
    const above = this.history.below[now.i]!.length > 0; // by now, if it has grown
    if (before && (above || before.state !== now.state)) this.#shut(key, who, before, t);
    if (above || before?.state === now.state) return;
    if (now.state === "failed") {
      const text = `${this.history.nodes[now.i]?.path ?? ""}: ${now.why?.message ?? "failed"}`;
      this.marks.push({ t, who, sign: "✗", text });
    }
    if (SHOWN.has(now.state)) this.#begin(who, key, now.i, now.state, t);
  }

  #begin(who: string, key: string, i: number, state: State, t: number): void {
    const rows = this.#rows.get(who) ?? [];
    this.#rows.set(who, rows);
    let row = rows.indexOf(false);
    if (row < 0) row = rows.length;
    rows[row] = true;
    const span: Span = { i, state, from: t, to: null, row };
    this.#open.set(key, span);
    this.spans.get(who)?.push(span);
  }

  #shut(key: string, who: string, span: Span, t: number): void {
    span.to = Math.max(span.from, t);
    this.#open.delete(key);
    const rows = this.#rows.get(who);
    if (rows) rows[span.row] = false;
  }

  #dies(who: string, t: number): [string, Span][] {
    const found = [...this.#open].filter(([key]) => key.startsWith(`${who}\n`));
    for (const [key, span] of found) this.#shut(key, who, span, t);
    return found;
  }
}
