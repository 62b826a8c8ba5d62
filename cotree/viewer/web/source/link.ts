// The connection to the server: it only listens, and comes back when it was lost.

import type { Item } from "./items";
import { forget, hear, link } from "./store";

const FIRST_MS = 300, LONGEST_MS = 5000;
let pause = FIRST_MS;

export async function connect(): Promise<void> {
  const token = location.hash.slice(1);
  if (token) {
    window.history.replaceState(null, "", location.pathname); // not for bookmarks or screenshots
    const answer = await fetch("/enter", { method: "POST", body: JSON.stringify({ token }) });
    if (answer.status === 403) {
      link.value = "token";
      return;
    }
  }
  open();
}

// Whoever is not let in is told by no socket why.
async function barred(): Promise<boolean> {
  try {
    return (await fetch("/enter", { method: "POST", body: JSON.stringify({ token: "" }) })).status === 403;
  } catch {
    return false;
  }
}

function open(): void {
  const socket = new WebSocket(`ws://${location.host}/live`);
  let heard = false, opened = false;
  socket.onopen = () => {
    opened = true;
    forget();
    link.value = "open";
  };
  socket.onmessage = (event) => {
    heard = true;
    pause = FIRST_MS;
    hear(JSON.parse(event.data as string) as Item[]);
  };
  socket.onclose = async () => {
    if (link.value === "version") return;
    if (!opened && (await barred())) {
      link.value = "token";
      return;
    }
    link.value = heard || link.value === "open" ? "lost" : link.value;
    setTimeout(open, pause);
    pause = Math.min(2 * pause, LONGEST_MS);
  };
}
