// What can be done from here, and what is answered; the same as acts.py and replies.py.

export type Injury = "fall" | "drop" | "block" | "unblock" | "kill" | "restart" | "cut" | "mend";
export type Act =
  | { k: "be"; person: string }
  | { k: "answer"; piece: string; keep: "me" | "robot" }
  | { k: "take" | "refuse" | "done" | "failed"; piece: string }
  | { k: "give"; piece: string; robot: string }
  | { k: "leave" | "pause" | "resume" | "step" }
  | { k: "arm"; on: boolean }
  | { k: "break"; path: string; on: boolean }
  | { k: "inject"; what: Injury; robot: string; place: string }
  | { k: "override"; robot: string; path: string; result: "success" | "failure" }
  | { k: "remove"; robot: string };

export interface May {
  k: "may"; persons: string[]; person: string; operate: boolean; armed: boolean; paused: boolean;
  breakpoints: string[]; stopped_at: string[]; injections: Injury[]; removable: string[];
}
export interface Asked {
  id: string; robot: string; piece: string; text: string; until_s: number; about: "keep" | "done" | "help";
}
export interface Job { piece: string; text: string }
export interface You {
  k: "you"; person: string; t: number; doing: string; asked: Asked[]; free: Job[];
  requests: { piece: string; text: string; by: string; later?: string }[]; refused: string[]; given: [string, string][]; gone: boolean;
}
export type Reply = May | You | { k: "ack"; n: number } | { k: "no"; n: number; text: string };
