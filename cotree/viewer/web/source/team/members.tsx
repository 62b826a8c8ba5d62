// What was learnt of people and robots that share steps: who leads, who errs, and how long they take.

import type { Picture } from "../picture";
import { colour } from "../store";

const OF: ReadonlySet<string> = new Set(["believes", "lasts"]);

export function Members({ now }: { now: Picture }) {
  const found = [...now.learnt.values()].filter(({ what }) => OF.has(what.split(" ")[0]!));
  if (!found.length) return null;
  const names = [...new Set(found.map((each) => each.robot))];
  return (
    <div class="sheet">
      <table class="robots" aria-label="What was learnt of everybody">
        <thead><tr><th>member</th><th>is thought of</th></tr></thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} class={colour(name)}>
              <th scope="row"><span class="dot" />{name}</th>
              <td>{found.filter((each) => each.robot === name).map((each) => each.text).join("; ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
