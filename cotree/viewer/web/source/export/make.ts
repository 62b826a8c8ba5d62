// Parts of a drawing.

const NS = "http://www.w3.org/2000/svg";

export function make(name: string, values: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
  return made;
}
