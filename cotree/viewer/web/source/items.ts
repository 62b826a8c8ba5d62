// What the server tells; the same as items.py.

export type State =
  | "inactive" | "waiting" | "claiming" | "running" | "stopping" | "done" | "skipped" | "failed";
export const STATES: State[] =
  ["inactive", "waiting", "claiming", "running", "stopping", "done", "skipped", "failed"];

export interface Hello {
  k: "hello"; v: number; mission: string; file: string; text: string;
  robots: string[]; people?: string[]; live?: boolean;
  files?: Record<string, string>; acts?: boolean; asks?: boolean; silent_s?: number;
}
export interface Leaf {
  path: string; word: string; name: string; parent: number; line?: number; file?: string;
  params?: Record<string, string>;
}
export interface Tree { k: "tree"; nodes: Leaf[] }
export type Spot = [number, number];
export interface Scene { k: "scene"; places?: Record<string, Spot>; ways?: [string, string][] }
export interface Why { code: string; message: string; path?: string; detail?: string }
export interface Now {
  i: number; state: State; robot?: string; note?: string; why?: Why; uses?: string[];
}
export interface Claimed {
  robot: string; piece: string; word: string; why?: string; holder?: string; potential?: number;
}
export interface Owned {
  name: string; owners?: string[]; users?: string[]; mode?: string; channel?: string; load?: string;
}
export interface Words { what: string; robot: string; person: string; text: string; piece?: string }
export interface Note { what: string; robot: string; text: string }
export interface Learnt { i: number; what: string; robot: string; text: string }
export interface Seen { what: string; name: string; at: Spot; by?: string; moving?: boolean }
export type Fact = string | number | boolean | null;
export type Wrote = [robot: string, how: "told" | "saw", t: number];
export type MoodWord = "works" | "waits" | "talks" | "recovers" | "rests" | "failed" | "dead";
export interface Mood { robot: string; word: MoodWord; since: number; text?: string }
export interface Tick {
  k: "d"; t: number; robot?: string; own?: Now[]; team?: Now[]; claims?: Claimed[];
  resources?: Owned[]; seen?: Seen[]; facts?: Record<string, Fact>; said?: Words[];
  writers?: Record<string, Wrote>; moods?: Mood[]; beats?: Record<string, number>;
  notes?: Note[]; learnt?: Learnt[]; grown?: Leaf[]; whole?: boolean; pictures?: Record<string, Now[]>;
}
export interface End { k: "end"; t: number; result: string; reasons?: Why[] }
export interface Beat { k: "t"; t: number }
export interface Pulse {
  robot: string; ticks: number; tick_ms: number; overruns: number; late_ms?: number;
}
export interface Pulses { k: "p"; robots: Pulse[]; cameras?: string[] }
export type Item = Hello | Tree | Scene | Tick | Beat | Pulses | End;

export const VERSION = 1;
