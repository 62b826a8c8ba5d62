// How texts are made to fit.

export function width(text: string, letter = 7): number {
  let sum = 0;
  for (const each of text) sum += each.codePointAt(0)! > 0x2e7f ? 1.9 * letter : letter;
  return sum;
}

export function cut(text: string, room: number, letter = 7): string {
  if (width(text, letter) <= room) return text;
  let found = "", sum = letter;
  for (const each of text) {
    sum += width(each, letter);
    if (sum > room) break;
    found += each;
  }
  return `${found}…`;
}

export function clock(t: number): string {
  const whole = Math.floor(t), s = (t - 60 * Math.floor(whole / 60)).toFixed(1);
  return whole < 60 ? `${t.toFixed(1)} s` : `${Math.floor(whole / 60)}:${s.padStart(4, "0")}`;
}
