// Taking part: made for a phone in one hand, and only what is possible now.

import type { History } from "../history";
import { chosen, colour, news, standing, view } from "../store";
import type { Asked, You } from "./acts";
import { Do, Refusal } from "./button";
import { act, elsewhere, may, shut, since, you } from "./door";

export const ends = (piece: string): string => piece.split("/").at(-1)!;

export function MeView({ all }: { all: History }) {
  const can = may.value;
  return (
    <section class="me" aria-label="Take part">
      <Refusal />
      {!can && <p role="status">{shut.value ? "To take part, open the whole link that cotree printed." : "no connection to the team …"}</p>}
      {can && !can.person && <Who persons={can.persons} />}
      {can?.person && <Mine all={all} person={can.person} now={you.value} />}
    </section>
  );
}

function Who({ persons }: { persons: string[] }) {
  return (
    <>
      {elsewhere.value && <p role="status">Another page is {elsewhere.value} now.</p>}
      <h2>Who are you?</h2>
      {persons.map((person) => <Do key={person} what={{ k: "be", person }} kind="large">I am {person}</Do>)}
    </>
  );
}

function Mine({ all, person, now }: { all: History; person: string; now: You | null }) {
  const robots = all.hello.robots;
  if (!now) return <><h2 class={colour(person)}><span class="dot" />{person}</h2><p role="status">Nothing is asked of you yet.</p></>;
  const free = now.free.filter((each) => each.piece !== now.doing);
  return (
    <>
      <h2 class={colour(person)}><span class="dot" />{person}</h2>
      {now.gone && <p role="status">The run is over.</p>}
      {now.asked.map((each) => <Question key={each.id} all={all} asked={each} at={now.t} person={person} />)}
      {[...now.requests].sort((a, b) => Number(!!a.later) - Number(!!b.later)).map(({ piece, text, by, later }) => piece !== now.doing && (
        <article key={`r${piece}`} class="ask" aria-label={`Request: ${ends(piece)}`}>
          <p>{by ? `${by} asks you: ` : "You are asked: "}<b>{text || ends(piece)}</b>{later && <small>, but {later}</small>}</p>
          <div class="pair">
            <Do what={{ k: "take", piece }} kind="large yes" off={!!later || !!now.doing}>I do it</Do>
            <Do what={{ k: "refuse", piece }} kind="large">I do not</Do>
          </div>
        </article>
      ))}
      {now.doing ? (
        <article class="doing" aria-label="What you do">
          <p>You are at <Piece all={all} piece={now.doing} /></p>
          <div class="pair">
            <Do what={{ k: "done", piece: now.doing }} kind="large yes">✓ done</Do>
            <Do what={{ k: "failed", piece: now.doing }} kind="large">✗ it failed</Do>
          </div>
          <div class="pair">
            <Do what={{ k: "leave" }}>leave it</Do>
            <Give piece={now.doing} robots={robots} />
          </div>
        </article>
      ) : !now.asked.length && <p class="calm">You are at nothing.</p>}
      {free.length > 0 && <h3>You can take</h3>}
      <ul class="jobs" aria-label="What you can take">
        {free.map(({ piece, text }) => (
          <li key={piece}>
            <p><Piece all={all} piece={piece} text={text} /><AtIt all={all} piece={piece} /></p>
            <div class="trio">
              <Do what={{ k: "take", piece }} kind="yes" label={`Take ${ends(piece)}`}>take</Do>
              <Give piece={piece} robots={robots} />
              <Do what={{ k: "refuse", piece }} label={`Refuse ${ends(piece)}`} off={now.refused.includes(piece)}>
                {now.refused.includes(piece) ? "refused" : "not me"}
              </Do>
            </div>
          </li>
        ))}
      </ul>
      {now.given.length > 0 && <p class="calm">Given: {now.given.map(([piece, robot]) => `${ends(piece)} to ${robot}`).join(", ")}</p>}
    </>
  );
}

// Never a bare yes: each button says who has the task then.
function Question({ all, asked, at, person }: { all: History; asked: Asked; at: number; person: string }) {
  const { piece, robot, about } = asked;
  news.value;
  // Her clock need not be that of the run: what was left when it came, less what has passed since.
  const left = Math.max(0, asked.until_s - at - (all.to - since.value));
  return (
    <article class={`ask ${colour(robot)}`} aria-label={`Question of ${robot}`} aria-live="assertive">
      <p class="from"><span class="dot" /><b>{robot}</b> asks{left < 3600 && <small> · {left.toFixed(0)} s</small>}</p>
      <p class="words">{asked.text}</p>
      <div class="pair">
        {about === "done" ? (
          <>
            <Do what={{ k: "done", piece }} kind="large yes">✓ {ends(piece)} is done</Do>
            <Do what={{ k: "failed", piece }} kind="large">{ends(piece)} is not done</Do>
          </>
        ) : (
          <>
            <Do what={{ k: "answer", piece, keep: "me" }} kind="large yes">I do {ends(piece)}<small>{person} {about === "help" ? "does it" : "goes on"}</small></Do>
            <Do what={{ k: "answer", piece, keep: "robot" }} kind="large">{about === "help" ? "Not me" : `${robot} does ${ends(piece)}`}<small>{about === "help" ? `${person} does not do it` : `${robot} goes on`}</small></Do>
          </>
        )}
      </div>
    </article>
  );
}

export function Give({ piece, robots }: { piece: string; robots: string[] }) {
  return (
    <select class="do" aria-label={`Give ${ends(piece)} to a robot`} value=""
      onChange={(event) => {
        const robot = event.currentTarget.value;
        event.currentTarget.value = "";
        if (robot) act({ k: "give", piece, robot });
      }}>
      <option value="">give to …</option>
      {robots.map((robot) => <option key={robot} value={robot}>{robot}</option>)}
    </select>
  );
}

// The robot that does it now, as the team sees it.
function AtIt({ all, piece }: { all: History; piece: string }) {
  news.value;
  const i = all.number.get(piece);
  if (i === undefined) return null;
  const { robot, state } = standing(all.last, i, "");
  if (!robot || !all.hello.robots.includes(robot) || (state !== "running" && state !== "stopping")) return null;
  return <span class={colour(robot)}> <span class="dot" />{robot} is at it</span>;
}

function Piece({ all, piece, text }: { all: History; piece: string; text?: string }) {
  const i = all.number.get(piece), name = ends(piece);
  const words = text && text !== name ? `${name}: ${text}` : name;
  if (i === undefined) return <b>{words}</b>;
  return <button class="piece" onClick={() => { view.value = "tree"; chosen.value = i; }}>{words}</button>;
}

// Wherever one looks: somebody waits for an answer.
export function Bell() {
  const asked = you.value?.asked[0];
  if (!asked || view.value === "me") return null;
  return (
    <p class="bell" role="alert">
      <span><b>{asked.robot}</b> asks: {asked.text}</span>
      <button class="do yes" onClick={() => (view.value = "me")}>answer</button>
    </p>
  );
}
