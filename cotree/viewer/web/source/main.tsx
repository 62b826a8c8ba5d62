// The page: its head, its views, and the time below.

import { effect } from "@preact/signals";
import { render } from "preact";
import { Bell, MeView } from "./act/me";
import { may, you } from "./act/door";
import { Operate } from "./act/operate";
import { Bar } from "./bar";
import { CamerasView } from "./cameras/cameras";
import { Card } from "./card";
import { Save } from "./export/save";
import type { History } from "./history";
import { STATES } from "./items";
import { connect } from "./link";
import { Mark } from "./shapes";
import { cameras, history, link, news, picture, type View, view } from "./store";
import { TeamView } from "./team";
import { TreeView } from "./tree/tree";
import { WorldView } from "./world";

const WIDE = "(min-width: 1000px)";
const VIEWS: [View, string][] = [["all", "All"], ["tree", "Tree"], ["team", "Team"], ["world", "World"]];
const WORDS: Record<string, string> = {
  connecting: "connecting …",
  open: "waiting for the mission …",
  lost: "no connection; I keep trying",
  token: "this address needs the token that cotree printed: open the whole link",
  version: "this page is older than its server: reload it",
};

function Head({ all }: { all: History | null }) {
  news.value;
  const end = all?.end, asked = you.value?.asked.length ?? 0, persons = may.value?.persons.length;
  return (
    <header class="head">
      <h1>{all?.hello.mission ?? "cotree"}</h1>
      {end && <span class={`verdict v-${end.result}`} title={end.reasons?.map((each) => each.message).join("\n")}>{end.result.replace("_", " ")}</span>}
      {all && !end && link.value === "open" && <span class="verdict">{all.hello.live ? "running" : "no end"}</span>}
      {link.value !== "open" && <span class="verdict v-lost" role="status">{WORDS[link.value]}</span>}
      <nav aria-label="Views">
        {(persons || view.value === "me") && (
          <button class="v-me" aria-pressed={view.value === "me"} onClick={() => (view.value = "me")}>Me{asked ? ` (${asked})` : ""}</button>
        )}
        {VIEWS.map(([name, text]) => (
          <button key={name} class={`v-${name}`} aria-pressed={view.value === name} onClick={() => (view.value = name)}>{text}</button>
        ))}
        {cameras.value.length > 0 && (
          <button aria-pressed={view.value === "cameras"} onClick={() => (view.value = "cameras")}>Cameras</button>
        )}
      </nav>
      {all && view.value !== "me" && <Save all={all} />}
      <details class="key">
        <summary>key</summary>
        <ul>{STATES.map((state) => <li key={state}><Mark state={state} /> {state}</li>)}</ul>
      </details>
    </header>
  );
}

function Page() {
  const all = history.value, now = view.value;
  if (!all || !picture.value) {
    return <><Head all={null} /><main class="empty"><p role="status">{WORDS[link.value]}</p></main></>;
  }
  return (
    <>
      <Head all={all} />
      <Operate all={all} />
      <Bell />
      <main class={`views show-${now}`}>
        {(now === "all" || now === "tree") && <TreeView all={all} />}
        {(now === "all" || now === "world") && <WorldView all={all} />}
        {(now === "all" || now === "team") && <TeamView all={all} />}
        {now === "cameras" && <CamerasView all={all} />}
        {now === "me" && <MeView all={all} />}
        {now !== "me" && <Card all={all} />}
      </main>
      {now !== "me" && <Bar all={all} />}
    </>
  );
}

const wide = matchMedia(WIDE).matches;
view.value = wide ? "all" : "tree";
// Who takes part with a phone wants that first, once.
let first = !wide;
effect(() => {
  if (!first || !may.value?.persons.length) return;
  first = false;
  if (view.peek() === "tree") view.value = "me";
});

render(<Page />, document.body);
void connect();
