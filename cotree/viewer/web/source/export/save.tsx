// What is seen now, as a file.

import { useRef } from "preact/hooks";
import type { History } from "../history";
import { time } from "../store";
import { clock } from "../texts";
import { freeze, sheet, words } from "./freeze";

const HEAD = 44, DOTS = 2;

function drawing(all: History): SVGElement {
  const main = document.querySelector("main")!.getBoundingClientRect();
  const found = [...document.querySelectorAll<SVGSVGElement | HTMLCanvasElement>(".room svg, .room canvas, .lanes svg")];
  const boxes = found.map((each) => each.getBoundingClientRect());
  const tall = Math.max(...boxes.map((each) => each.bottom - main.top), 60);
  const made = sheet(Math.ceil(main.width), Math.ceil(tall + HEAD));
  made.append(words(all.hello.mission, 14, 20, 700));
  const how = all.end && time.value >= all.end.t ? `, ${all.end.result.replace("_", " ")}` : "";
  made.append(words(`at ${clock(time.value)}${how}`, 14, 38, 400));
  found.forEach((each, n) => {
    const box = boxes[n]!;
    made.append(freeze(each, box.left - main.left, box.top - main.top + HEAD, box.width, box.height));
  });
  return made;
}

function keep(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function dots(file: Blob, w: number, h: number): Promise<Blob | null> {
  const image = new Image(), url = URL.createObjectURL(file);
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = w * DOTS;
  canvas.height = h * DOTS;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function save(all: History, kind: "svg" | "png"): Promise<void> {
  const made = drawing(all), text = new XMLSerializer().serializeToString(made);
  const file = new Blob([text], { type: "image/svg+xml" });
  const name = `${all.hello.mission.replace(/[^\p{L}\p{N}]+/gu, "_").slice(0, 60)}_${time.value.toFixed(1)}s`;
  if (kind === "svg") return keep(file, `${name}.svg`);
  const png = await dots(file, Number(made.getAttribute("width")), Number(made.getAttribute("height")));
  if (png) keep(png, `${name}.png`);
}

export function Save({ all }: { all: History }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const go = (kind: "svg" | "png") => {
    menu.current!.open = false;
    void save(all, kind);
  };
  return (
    <details class="save" ref={menu}>
      <summary>save</summary>
      <div role="group" aria-label="Save this view as">
        <button onClick={() => go("svg")}>SVG</button>
        <button onClick={() => go("png")}>PNG</button>
      </div>
    </details>
  );
}
