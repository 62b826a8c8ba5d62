// The connection through which this page acts; it is there only if the run offers it.

import { effect, signal } from "@preact/signals";
import { history, link } from "../store";
import type { Act, May, Reply, You } from "./acts";

export const may = signal<May | null>(null);
export const you = signal<You | null>(null);
export const since = signal(0); // the moment of the run at which `you` came
export const elsewhere = signal(""); // who this page was, until another page became her
export const refusal = signal(""); // the last no, until something else is done
export const pending = signal<ReadonlySet<string>>(new Set()); // what waits for its answer
export const shut = signal(false); // acting is offered, and this page is not let in

let socket: WebSocket | null = null, count = 0, was = "";
const open = new Map<number, string>();

// The same act in the same words, so that its button knows that it waits.
export const key = (act: Act): string => JSON.stringify(act);

export function act(what: Act): void {
  refusal.value = "";
  if (socket?.readyState !== WebSocket.OPEN) {
    refusal.value = "no connection; nothing was done";
    return;
  }
  const n = ++count;
  open.set(n, key(what));
  pending.value = new Set(open.values());
  socket.send(JSON.stringify({ ...what, n }));
}

function hear(reply: Reply): void {
  switch (reply.k) {
    case "may":
      if (!reply.person) you.value = null;
      elsewhere.value = reply.person ? "" : (may.peek()?.person || elsewhere.peek());
      may.value = reply;
      if (was && !reply.person && reply.persons.includes(was)) act({ k: "be", person: was });
      was = "";
      break;
    case "you":
      since.value = history.peek()?.to ?? 0;
      you.value = reply;
      break;
    case "no":
      refusal.value = reply.text;
      settled(reply.n);
      break;
    case "ack":
      settled(reply.n);
  }
}

function settled(n: number): void {
  open.delete(n);
  pending.value = new Set(open.values());
}

function enter(): void {
  const made = new WebSocket(`ws://${location.host}/act`);
  let entered = false;
  socket = made;
  made.onopen = () => {
    entered = true;
    shut.value = false;
  };
  made.onmessage = (event) => hear(JSON.parse(event.data as string) as Reply);
  made.onclose = () => {
    if (socket !== made) return;
    socket = null;
    shut.value = !entered;
    was = may.peek()?.person ?? "";
    may.value = you.value = null;
    open.clear();
    pending.value = new Set();
    if (entered) setTimeout(() => link.peek() === "open" && !socket && enter(), 500);
  };
}

// Once for each time that the page is told what there is: who is not let in is not tomorrow either.
let tried: unknown = null;
effect(() => {
  const all = history.value;
  if (link.value === "open" && all?.hello.acts && all !== tried && !socket) {
    tried = all;
    enter();
  }
});
