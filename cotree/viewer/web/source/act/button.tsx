// A button that does something to the run: it waits for the answer before it can be used again.

import type { ComponentChildren } from "preact";
import type { Act } from "./acts";
import { act, key, pending, refusal } from "./door";

export function Do({ what, children, kind = "", label, off }: {
  what: Act; children: ComponentChildren; kind?: string; label?: string; off?: boolean;
}) {
  const waits = pending.value.has(key(what));
  return (
    <button class={`do ${kind}`} aria-label={label} aria-busy={waits} disabled={off || waits} onClick={() => act(what)}>
      {children}
    </button>
  );
}

export function Refusal() {
  if (!refusal.value) return null;
  return (
    <p class="refusal" role="alert">
      <span>{refusal.value}</span>
      <button aria-label="Dismiss" onClick={() => (refusal.value = "")}>×</button>
    </p>
  );
}
