// What is known by name: each entry of the blackboard with who said so last.

import type { Fact, Leaf } from "./items";
import type { Picture } from "./picture";
import { colour, go } from "./store";
import { clock } from "./texts";

// What a node's parameters name, or what is said about what they name.
export function about(node: Leaf, now: Picture): string[] {
  const words = new Set(Object.values(node.params ?? {}).flatMap((each) => [each, ...each.split(/, |: /)]));
  if (!words.size) return [];
  return [...now.facts.keys()].filter((name) => words.has(name) || name.split(/[/-]/).some((part) => words.has(part)));
}

const value = (fact: Fact | undefined): string =>
  fact === true ? "yes" : fact === false ? "no" : fact === null || fact === undefined ? "unknown" : String(fact);

export function Board({ now, names }: { now: Picture; names: string[] }) {
  return (
    <table class="board" aria-label="Blackboard">
      <tbody>
        {names.map((name) => {
          const wrote = now.writers.get(name);
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value(now.facts.get(name))}</td>
              <td>{wrote && <span class={colour(wrote[0])}><span class="dot" />{wrote[1] === "told" ? "" : "seen by "}{wrote[0]}</span>}</td>
              <td>{wrote && <button onClick={() => go(wrote[2])}>{clock(wrote[2])}</button>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
