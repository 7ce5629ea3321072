/** A line of a JSON value that is written over several lines. */
interface JsonLine {
  readonly depth: number;
  readonly text: string;
  /** The place in the value, by which the same line is found at the other side. */
  readonly place: string;
}

/** Most lines of one value. */
const mostLines = 2_000;

/** Returns a JSON value line by line. */
function jsonLines(value: unknown): JsonLine[] {
  const lines: JsonLine[] = [];

  function write(part: unknown, depth: number, place: string, lead: string, tail: string): void {
    if (lines.length >= mostLines) return;
    const line = (text: string, at = place): number => lines.push({ depth, text, place: at });
    if (typeof part !== 'object' || part === null) {
      line(`${lead}${JSON.stringify(part)}${tail}`);
      return;
    }
    const [open, close] = Array.isArray(part) ? ['[', ']'] : ['{', '}'];
    const members = Object.entries(part);
    if (members.length === 0) {
      line(`${lead}${open}${close}${tail}`);
      return;
    }
    line(`${lead}${open}`);
    for (const [index, [key, member]] of members.entries()) {
      const name = Array.isArray(part) ? '' : `${JSON.stringify(key)}: `;
      write(member, depth + 1, `${place}/${key}`, name, index < members.length - 1 ? ',' : '');
    }
    line(`${close}${tail}`, `${place}/`);
  }

  write(value, 0, '', '', '');
  return lines;
}

const keyOf = ({ place, text }: JsonLine): string => `${place} ${text.replace(/,$/, '')}`;

/** Returns the lines of a value, each with whether one of the other values has it at the same place. */
export function comparedLines(value: unknown, others: readonly unknown[]): (JsonLine & { readonly isSame: boolean })[] {
  const known = new Set(others.flatMap((other) => jsonLines(other).map(keyOf)));
  return jsonLines(value).map((line) => ({ ...line, isSame: known.has(keyOf(line)) }));
}
