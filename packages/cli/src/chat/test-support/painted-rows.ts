import { graphemeWidth } from '../../terminal/width.ts';

/** The colours that the client uses; `plain` is the terminal's own. */
export type Colour = 'plain' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** How a piece of a terminal row looks. */
export interface Look {
  readonly colour: Colour;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isStruck: boolean;
  readonly isInverse: boolean;
}

/** Cells of one row that look the same, beginning at a column. */
export interface Run {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly look: Look;
}

const plain: Look = {
  colour: 'plain',
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  isInverse: false,
};

const colours: readonly Colour[] = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'];

const marks: Readonly<Record<string, Partial<Look>>> = {
  '1': { isBold: true },
  '2': { isDim: true },
  '3': { isItalic: true },
  '4': { isUnderlined: true },
  '7': { isInverse: true },
  '9': { isStruck: true },
  '39': { colour: 'plain' },
  '49': {},
};

function withCode(look: Look, code: string): Look {
  if (code === '' || code === '0') return plain;
  const colour = /^3([1-6])$/.exec(code)?.[1];
  const mark = colour === undefined ? marks[code] : { colour: colours[Number(colour) - 1] as Colour };
  if (mark === undefined) throw new Error(`a picture knows no look ${code}`);
  return { ...look, ...mark };
}

/** Reads rows with the sequences that colour them, as `tmux capture-pane -e` writes them; a look lasts until it is changed. */
export function readPaintedRows(painted: string): Run[][] {
  let look = plain;
  return painted.split('\n').map((row) => {
    const runs: Run[] = [];
    let column = 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal reads these.
    for (const [piece, codes] of row.matchAll(/\x1b\[([\d;]*)m|\P{C}\p{M}*/gu)) {
      if (codes !== undefined) {
        look = codes.split(';').reduce(withCode, look);
        continue;
      }
      const columns = graphemeWidth(piece);
      const last = runs.at(-1);
      // A character outside ASCII may come from another font: it gets a place of its own, so that nothing behind it moves.
      const joins = last?.look === look && /^[ -~]+$/.test(last.text) && /^[ -~]$/.test(piece);
      if (joins) runs[runs.length - 1] = { ...last, columns: last.columns + columns, text: last.text + piece };
      else runs.push({ column, columns, text: piece, look });
      column += columns;
    }
    return runs.filter(({ text, look: { isInverse } }) => isInverse || text.trim() !== '');
  });
}
