/** How much of one text, of one list and of a value as a whole is kept, and how deep. */
const longestText = 2_000;
const longestList = 200;
const mostCharacters = 20_000;
const deepest = 40;

/** A value with long parts left out. */
interface Shortened {
  readonly value: unknown;
  /** How many characters, items and members are missing. */
  readonly cut: number;
}

/** Returns a JSON value that is short enough to be shown as it is; what is left out is counted. */
export function shortened(value: unknown): Shortened {
  let cut = 0;
  let room = mostCharacters;

  function text(whole: string): string {
    const length = Math.max(0, Math.min(whole.length, longestText, room));
    room -= length;
    if (length === whole.length) return whole;
    cut += whole.length - length;
    return `${whole.slice(0, length)}…`;
  }

  function part(whole: unknown, depth: number): unknown {
    if (typeof whole === 'string') return text(whole);
    room -= 8;
    if (typeof whole !== 'object' || whole === null) return whole;
    const isList = Array.isArray(whole);
    const members = isList ? [...whole.entries()] : Object.entries(whole);
    const count = depth > deepest || room <= 0 ? 0 : Math.min(members.length, longestList);
    const kept: [string | number, unknown][] = [];
    for (const [key, member] of members.slice(0, count)) {
      if (room <= 0) break;
      kept.push([typeof key === 'string' ? text(key) : key, part(member, depth + 1)]);
    }
    cut += members.length - kept.length;
    return isList ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  }

  const short = part(value, 0);
  return { value: short, cut };
}
