// How each robot was over time, as a line above what it did: by pattern and colour, and in words.

import type { Spell } from "../lanes";
import { clock } from "../texts";
import { SAYS } from "./robots";

const QUIET: ReadonlySet<string> = new Set(["works", "rests"]), LETTER = 5.2;

export function Spells({ spells, from, to, x, top, tall }: {
  spells: Spell[]; from: number; to: number; x: (t: number) => number; top: number; tall: number;
}) {
  let last = -9;
  return (
    <>
      {spells.map((spell, n) => {
        if (QUIET.has(spell.word) || (spell.to ?? to) < from) return null;
        const left = x(Math.max(from, spell.from)), w = Math.max(1.5, x(spell.to ?? to) - left);
        if (w < 2 && (spell.word === "waits" || left - last < 2)) return null; // too narrow to tell anything
        last = left + w;
        const says = SAYS[spell.word], dead = spell.word === "dead";
        return (
          <g key={n} class={`spell m-${spell.word}`} role="img" aria-label={`${says} from ${clock(spell.from)}`}>
            {dead && <rect x={left} y={top + 1} width={w} height={tall - 2} />}
            <line x1={left} x2={left + w} y1={top + 5} y2={top + 5} />
            {w > says.length * LETTER + 8 && <text x={left + 3} y={dead ? top + tall / 2 + 5 : top + 8}>{says}</text>}
            <title>{`${says}${spell.text && `: ${spell.text}`}, ${clock(spell.from)} to ${spell.to === null ? "now" : clock(spell.to)}`}</title>
          </g>
        );
      })}
    </>
  );
}
