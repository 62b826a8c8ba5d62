// States by shape and colour, so that either is enough.

import type { State } from "./items";

const PATHS: Record<State, string> = {
  inactive: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0",
  waiting: "M-4.5 -5.5H4.5L-4.5 5.5H4.5Z",
  claiming: "M0 -5.5A5.5 5.5 0 0 0 0 5.5Z",
  running: "M-4.5 -6L6.5 0L-4.5 6Z",
  stopping: "M-5 -5H5V5H-5Z",
  done: "M-5.5 0.5L-1.5 4.5L5.5 -4.5",
  skipped: "M-5.5 -4.5L-1 0L-5.5 4.5M1 -4.5L5.5 0L1 4.5",
  failed: "M-5 -5L5 5M5 -5L-5 5",
};

export function Shape({ state, x = 0, y = 0, size = 1 }: {
  state: State; x?: number; y?: number; size?: number;
}) {
  return (
    <g class={`shape s-${state}`} transform={`translate(${x} ${y}) scale(${size})`}>
      <path d={PATHS[state]} />
      {state === "claiming" && <circle class="ring" r="5.5" />}
    </g>
  );
}

export function Mark({ state }: { state: State }) {
  return (
    <svg class="mark" viewBox="-8 -8 16 16" width="14" height="14" aria-hidden="true">
      <Shape state={state} />
    </svg>
  );
}
