// Why a node stood as it did at the moment that is shown: asked of the server, which asks the record.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { History } from "./history";
import { time } from "./store";
import { clock } from "./texts";

interface Answer { path: string; t: number; lines: string[]; wrong: boolean }
const answer = signal<Answer | null>(null), asking = signal("");

async function ask(path: string, t: number): Promise<void> {
  if (asking.value) return;
  asking.value = path;
  answer.value = null;
  try {
    const said = await fetch("/why", { method: "POST", body: JSON.stringify({ path, t }) });
    answer.value = { path, t, lines: (await said.text()).split("\n"), wrong: !said.ok };
  } catch {
    answer.value = { path, t, lines: ["no connection; ask again later"], wrong: true };
  } finally {
    asking.value = "";
  }
}

export function WhyBox({ all, path }: { all: History; path: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer.value?.path === path) box.current?.scrollIntoView({ block: "nearest" });
  }, [answer.value]);
  if (!all.hello.asks) return null;
  const said = answer.value?.path === path ? answer.value : null;
  return (
    <div class="whybox" ref={box}>
      <button disabled={!!asking.value} aria-busy={!!asking.value} onClick={() => void ask(path, time.value)}>
        {asking.value === path ? "asking the record …" : `why, at ${clock(time.value)}?`}
      </button>
      {said && (
        <div class={said.wrong ? "answer wrong" : "answer"} role="status" aria-label="Why">
          {said.lines.map((line, n) => {
            const deep = line.length - line.trimStart().length;
            return <p key={n} class={deep ? `in${Math.min(2, deep / 2)}` : "first"}>{line.trim()}</p>;
          })}
        </div>
      )}
    </div>
  );
}
