// A drawing of the page as a file of its own: every colour and font is written where it is used, so
// that it looks the same in a paper, in a browser, and in programs that know no style sheets.

import { make } from "./make";

const FONT = "'DejaVu Sans', Verdana, Arial, sans-serif";
const DRAWN: ReadonlySet<string> = new Set(["rect", "path", "line", "circle", "polyline", "text"]);
const OF_SHAPES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity"];
const OF_TEXTS = ["font-size", "font-weight", "text-anchor", "paint-order"];
const USUAL: Record<string, string> = {
  opacity: "1", "stroke-dasharray": "none", "stroke-linejoin": "miter", "stroke-linecap": "butt", "font-weight": "400",
  "text-anchor": "start", "paint-order": "normal",
};
const KEPT: ReadonlySet<string> = new Set([
  "x", "y", "width", "height", "rx", "r", "cx", "cy", "x1", "x2", "y1", "y2", "d", "points", "transform", "viewBox",
]);

// rgba() is younger than many programs that read SVG.
function paint(to: SVGElement, name: string, value: string): void {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(value);
  if (!parts) {
    to.setAttribute(name, value === "none" || value === "" ? "none" : value);
    return;
  }
  to.setAttribute(name, `#${parts.slice(1, 4).map((each) => Number(each).toString(16).padStart(2, "0")).join("")}`);
  if (parts[4] !== undefined) to.setAttribute(`${name}-opacity`, parts[4]);
}

function dress(from: Element, to: SVGElement): void {
  const style = getComputedStyle(from), text = from.localName === "text";
  for (const name of text ? [...OF_SHAPES, ...OF_TEXTS] : OF_SHAPES) {
    const value = style.getPropertyValue(name);
    if (value === USUAL[name] || (name.startsWith("stroke-") && style.stroke === "none")) continue;
    if (name === "fill" || name === "stroke") paint(to, name, value);
    else to.setAttribute(name, value);
  }
}

function copy(from: Element): Node | null {
  if (getComputedStyle(from).display === "none") return null;
  const to = make(from.localName, {});
  for (const { name, value } of from.attributes) if (KEPT.has(name)) to.setAttribute(name, value);
  if (from.localName === "title") {
    to.textContent = from.textContent;
    return to;
  }
  if (DRAWN.has(from.localName)) dress(from, to);
  else if (from.localName === "g" && getComputedStyle(from).opacity !== "1") to.setAttribute("opacity", getComputedStyle(from).opacity);
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent ?? "");
    else if (child instanceof Element) to.append(copy(child) ?? "");
  }
  return to;
}

// A canvas is only dots; whoever draws on one says how it is drawn in a file.
export const drawn = new WeakMap<HTMLCanvasElement, () => SVGElement>();

export function freeze(from: SVGSVGElement | HTMLCanvasElement, x: number, y: number, w: number, h: number): Node {
  const made = from instanceof HTMLCanvasElement ? (drawn.get(from)?.() ?? make("svg", {})) : (copy(from) as SVGElement);
  for (const [key, value] of Object.entries({ x, y, width: w, height: h })) made.setAttribute(key, String(value));
  return made;
}

export function sheet(w: number, h: number): SVGElement {
  const style = getComputedStyle(document.body);
  const made = make("svg", { width: w, height: h, viewBox: `0 0 ${w} ${h}`, "font-family": FONT, "font-size": "13px" });
  const back = make("rect", { width: w, height: h });
  paint(back, "fill", style.backgroundColor);
  made.append(back);
  return made;
}

export function words(text: string, x: number, y: number, weight: number): SVGElement {
  const made = make("text", { x, y, "font-weight": weight, "font-size": weight > 500 ? "16px" : "13px" });
  paint(made, "fill", getComputedStyle(document.body).color);
  made.textContent = text;
  return made;
}
