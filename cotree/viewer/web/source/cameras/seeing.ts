// Asks the server for one picture of a camera after another, while somebody looks.

export interface Mark { what: "hand" | "object" | "aim"; name: string; points: [number, number][] }
export interface Shot { t: number; url: string; across: number; down: number; marks: Mark[] }
interface Head { t: number; kind: string; size: [number, number]; marks?: Mark[] }

const AGAIN_MS = 1000, HIDDEN_MS = 300;

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

// The length of the head, the head as JSON, and the picture as a file.
function read(data: ArrayBuffer): Shot {
  const long = new DataView(data).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, long))) as Head;
  const url = URL.createObjectURL(new Blob([new Uint8Array(data, 4 + long)], { type: head.kind }));
  return { t: head.t, url, across: head.size[0], down: head.size[1], marks: head.marks ?? [] };
}

// Until the function that this gives back is called; whoever is shown a shot revokes its address.
export function watch(camera: string, shows: (shot: Shot) => void, fails: (why: string) => void): () => void {
  const stop = new AbortController();
  let after = -1;
  async function next(): Promise<void> {
    const answer = await fetch("/see", { method: "POST", body: JSON.stringify({ camera, after }), signal: stop.signal });
    if (answer.status === 200) {
      const shot = read(await answer.arrayBuffer());
      after = shot.t;
      shows(shot);
    } else if (answer.status !== 204) {
      fails(await answer.text());
      await pause(AGAIN_MS);
    }
  }
  async function all(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await (document.hidden ? pause(HIDDEN_MS) : next());
      } catch {
        if (stop.signal.aborted) return;
        fails("no connection; I keep trying");
        await pause(AGAIN_MS);
      }
    }
  }
  void all();
  return () => stop.abort();
}
