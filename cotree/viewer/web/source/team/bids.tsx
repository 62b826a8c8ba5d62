// Who asks for what, how suitable each one says it is, and to whom it is granted.

import type { History } from "../history";
import type { Claimed } from "../items";
import type { Picture } from "../picture";
import { chosen, colour } from "../store";

const MOST = 60;
const GRANTED: ReadonlySet<string> = new Set(["won", "verified"]);

interface Row { piece: string; claims: Claimed[]; granted: string; done: string; open: boolean }

function rows(now: Picture): Row[] {
  const found = new Map<string, Row>();
  for (const claim of now.claims.values()) {
    let row = found.get(claim.piece);
    if (!row) found.set(claim.piece, (row = { piece: claim.piece, claims: [], granted: "", done: "", open: false }));
    row.claims.push(claim);
    if (GRANTED.has(claim.word)) row.granted = claim.robot;
    else if (row.granted === claim.robot) row.granted = "";
    if (claim.word === "released" && claim.why === "done") row.done = claim.robot;
    if (claim.word === "seen_done") row.done = claim.holder || claim.robot;
    if (claim.word === "asked") row.open = true;
  }
  const rank = (row: Row) => (row.done ? 3 : row.open ? 0 : row.granted ? 1 : 2);
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || (a.piece < b.piece ? -1 : 1));
}

export function Bids({ all, now }: { all: History; now: Picture }) {
  const list = rows(now);
  if (!list.length) return null;
  return (
    <table class="bids" aria-label="Bids and grants">
      <thead><tr><th>piece</th><th>granted to</th><th>what robots say about it</th></tr></thead>
      <tbody>
        {list.slice(0, MOST).map(({ piece, claims, granted, done }) => {
          const i = all.number.get(piece), most = Math.max(...claims.map((each) => each.potential ?? 0), 1e-9);
          return (
            <tr key={piece}>
              <th scope="row">{i === undefined ? piece : <button onClick={() => (chosen.value = i)}>{piece.split("/").slice(-2).join("/")}</button>}</th>
              <td class={colour(done || granted)}>{done || granted ? <><span class="dot" />{done && "✓ "}{done || granted}</> : "–"}</td>
              <td>
                {claims.map((each) => (
                  <span key={each.robot} class={`bid ${colour(each.robot)}`}>
                    <span class="dot" />{each.robot} {each.word.replace("_", " ")}{GRANTED.has(each.word) && (done || granted) !== each.robot && " before"}{each.why && ` (${each.why})`}{each.holder && each.holder !== each.robot && `: ${each.holder}`}
                    {each.word === "asked" && each.potential ? <> <meter min={0} max={most} value={each.potential} aria-label={`potential of ${each.robot}`} /> {each.potential.toPrecision(3)}</> : null}
                  </span>
                ))}
              </td>
            </tr>
          );
        })}
      </tbody>
      {list.length > MOST && <caption>{`and ${list.length - MOST} more`}</caption>}
    </table>
  );
}
