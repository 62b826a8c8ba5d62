// What is known of the job that a node belongs to: what was decided last, and its knowledge graph.

import type { History } from "./history";
import type { Picture } from "./picture";
import { colour } from "./store";

export function Job({ all, now, i }: { all: History; now: Picture; i: number }) {
  const job = [i, ...all.parents(i)].find((each) => now.learntOf(each).length > 0);
  if (job === undefined) return null;
  const known = now.learntOf(job);
  return (
    <>
      <h3>{`job ${all.nodes[job]!.name}`}</h3>
      {known.map((each) => (
        <div key={each.what} class={colour(each.robot)} aria-label={each.what === "knows" ? "Knowledge graph" : "Decided"}>
          <p class="path"><span class="dot" />{each.what === "knows" ? `what ${each.robot} knows` : each.robot}</p>
          <pre class="graph">{each.text}</pre>
        </div>
      ))}
    </>
  );
}
