// All there is to know about one node at the moment that is shown.

import { Deeds } from "./act/deeds";
import { about, Board } from "./board";
import type { History } from "./history";
import type { State } from "./items";
import { Job } from "./job";
import { Mark } from "./shapes";
import { chosen, colour, go, picture, standing, whose } from "./store";
import { clock } from "./texts";
import { WhyBox } from "./why";

const AROUND = 2, MOST = 12;

export function Card({ all }: { all: History }) {
  const i = chosen.value;
  const node = i === null ? undefined : all.nodes[i];
  if (i === null || !node) return null;
  const now = picture.value!.picture, stands = standing(now, i, whose.value);
  const claims = now.claimsOn(node.path), owned = now.ownedBy(node.path);
  const params = Object.entries(node.params ?? {}), known = about(node, now);
  const most = Math.max(...claims.map((each) => each.potential ?? 0), 1e-9);
  return (
    <aside class="card" aria-label="Node">
      <header>
        <Mark state={stands.state} />
        <h2>{node.name}</h2>
        <button aria-label="Close" onClick={() => (chosen.value = null)}>×</button>
      </header>
      <p class="path">{node.path}</p>
      <Deeds all={all} i={i} stands={stands} />
      <dl>
        <dt>state</dt><dd>{stands.state}{stands.robot && ` by ${stands.robot}`}</dd>
        <dt>word</dt><dd>{node.word}</dd>
        {stands.note && <><dt>says</dt><dd>{stands.note}</dd></>}
        {stands.why && <><dt>why</dt><dd class="why">{`${stands.why.message} [${stands.why.code}]`}
          {stands.why.path && stands.why.path !== node.path && <> at {stands.why.path}</>}</dd></>}
        {stands.why?.detail && <><dt>data</dt><dd><pre>{stands.why.detail}</pre></dd></>}
        {stands.uses?.length ? <><dt>uses</dt><dd>{stands.uses.join(", ")}</dd></> : null}
        {params.length > 0 && <><dt>parameters</dt><dd aria-label="Parameters">{params.map(([name, value]) => <span key={name} class="param"><i>{name}</i> {value}</span>)}</dd></>}
        {owned.length ? <><dt>owns</dt><dd>{owned.map((each) => each.load ? `${each.name} (${each.load})` : each.name).join(", ")}</dd></> : null}
      </dl>
      {now.own.size > 0 && (
        <table aria-label="Every robot's picture">
          <tbody>
            {all.hello.robots.map((robot) => {
              const own = standing(now, i, robot), claim = claims.find((each) => each.robot === robot);
              return (
                <tr key={robot} class={colour(robot)}>
                  <th scope="row"><span class="dot" />{robot}</th>
                  <td><Mark state={own.state} /> {own.state}</td>
                  <td>{claim && <>{claim.word}{claim.why && `: ${claim.why}`}{claim.holder && ` (${claim.holder})`}</>}</td>
                  <td class="bar">{claim?.potential ? <><meter min={0} max={most} value={claim.potential} /> {claim.potential.toPrecision(3)}</> : null}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <Job all={all} now={now} i={i} />
      {known.length > 0 && <><h3>blackboard</h3><Board now={now} names={known} /></>}
      <WhyBox all={all} path={node.path} />
      <Lines all={all} line={node.line ?? 0} file={node.file ?? ""} />
      <h3>transitions</h3>
      <ol class="turns">
        {all.turns(i, MOST).map((turn, n) => (
          <li key={n} class={turn.t > now.t ? "later" : ""}>
            <button onClick={() => go(turn.t)}>{clock(turn.t)}</button> <Mark state={turn.state as State} /> {turn.state} {turn.robot}
            {turn.text && <small>{turn.text}</small>}
          </li>
        ))}
      </ol>
    </aside>
  );
}

function Lines({ all, line, file }: { all: History; line: number; file: string }) {
  if (!line) return null;
  const where = `${file || all.hello.file}:${line}`;
  const files = new Map(Object.entries(all.hello.files ?? {}));
  const lines = (file && file !== all.hello.file ? (files.get(file) ?? "") : all.hello.text).split("\n");
  const first = Math.max(0, line - 1 - AROUND);
  return (
    <>
      <h3>{where}</h3>
      {lines.length > 1 && (
        <pre class="yaml">
          {lines.slice(first, line + AROUND).map((text, n) => (
            <span key={n} class={first + n === line - 1 ? "here" : ""}>{`${text}\n`}</span>
          ))}
        </pre>
      )}
    </>
  );
}
