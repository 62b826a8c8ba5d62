// What can be done about one node, on its card.

import type { History } from "../history";
import type { Now } from "../items";
import { Do, Refusal } from "./button";
import { may, you } from "./door";
import { ends, Give } from "./me";

const MOVES: ReadonlySet<string> = new Set(["running", "waiting", "claiming"]);

export function Deeds({ all, i, stands }: { all: History; i: number; stands: Now }) {
  const can = may.value, node = all.nodes[i]!, path = node.path;
  if (!can || all.end) return null;
  const mine = you.value?.doing === path, free = !mine && you.value?.free.some((each) => each.piece === path);
  const has = can.breakpoints.includes(path), leaf = !all.below[i]!.length;
  const robot = stands.robot || (all.hello.robots.length === 1 ? all.hello.robots[0]! : "");
  const ending = can.armed && leaf && robot && all.hello.robots.includes(robot) && MOVES.has(stands.state);
  if (!can.armed && !mine && !free) return null;
  return (
    <div class="deeds" role="group" aria-label={`What can be done about ${ends(path)}`}>
      {free && <><Do what={{ k: "take", piece: path }} kind="yes">take</Do><Give piece={path} robots={all.hello.robots} /></>}
      {mine && <><Do what={{ k: "done", piece: path }} kind="yes">done</Do><Do what={{ k: "failed", piece: path }}>failed</Do></>}
      {can.armed && <Do what={{ k: "break", path, on: !has }} kind={has ? "on" : ""}>{has ? "● remove breakpoint" : "○ breakpoint"}</Do>}
      {ending && (["success", "failure"] as const).map((result) => (
        <Do key={result} what={{ k: "override", robot, path, result }} kind="danger">{`${robot}: ends with ${result}`}</Do>
      ))}
      {!can.operate && <Refusal />}
    </div>
  );
}
