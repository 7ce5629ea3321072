import type { PatchHunk, PatchLine } from './hunk.ts';
import { noFile, readEqualNames, readName } from './name.ts';

/** The part of a patch about one file. */
export interface PatchSection {
  readonly type: 'section';
  readonly operation: 'add' | 'modify' | 'delete' | 'move' | 'copy';
  /** The path after the change, or of a deleted file. */
  readonly path: string;
  /** The path before the change; the same as `path` unless the file was moved or copied. */
  readonly oldPath: string;
  /** Whether the patch says that the file is binary, so that it has no lines. */
  readonly isBinary: boolean;
  readonly hunks: readonly PatchHunk[];
  /** The section as it stands in the patch. */
  readonly text: string;
}

/** A part of a patch that could not be read. */
export interface UnreadPatch {
  readonly type: 'unread';
  readonly text: string;
}

const sectionStart = 'diff --git ';

/** Reads a patch in git's format into the sections of its files. What cannot be read is returned as text; nothing is thrown. */
export function readGitPatch(patch: string): (PatchSection | UnreadPatch)[] {
  const parts: (PatchSection | UnreadPatch)[] = [];
  for (let start = 0; start < patch.length; ) {
    const next = patch.indexOf(`\n${sectionStart}`, start);
    const end = next === -1 ? patch.length : next + 1;
    const text = patch.slice(start, end);
    const part = new SectionReader(text).read() ?? { type: 'unread', text };
    if (part.type === 'section' || text.trim() !== '') parts.push(part);
    start = end;
  }
  return parts;
}

/** The header lines of a section before its hunks, without names. */
const plainHeader =
  /^(?:old mode|new mode|new file mode|deleted file mode|similarity index|dissimilarity index|index) /;
const namedHeader = /^(rename from|rename to|copy from|copy to) (.*)$/s;
const hunkHeader = /^@@ -(\d{1,15})(?:,(\d{1,15}))? \+(\d{1,15})(?:,(\d{1,15}))? @@/;

interface Names {
  'rename from'?: string;
  'rename to'?: string;
  'copy from'?: string;
  'copy to'?: string;
  /** The side names; `null` stands for no file. */
  before?: string | null;
  after?: string | null;
}

/** Reads one section, which never has a line that starts another one: lines of hunks begin with a sign. */
class SectionReader {
  readonly #text: string;
  #position = 0;
  readonly #names: Names = {};
  #isNew = false;
  #isDeleted = false;
  #isBinary = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PatchSection | undefined {
    const first = this.#header();
    if (first === undefined || !first.startsWith(sectionStart)) return undefined;
    if (!this.#readHeaders()) return undefined;
    const hunks = this.#readHunks();
    if (hunks === undefined) return undefined;
    return this.#section(first.slice(sectionStart.length), hunks);
  }

  /** Returns the line here without its line end, or `undefined` at the end. */
  #line(): string | undefined {
    if (this.#position >= this.#text.length) return undefined;
    const end = this.#text.indexOf('\n', this.#position);
    const line = this.#text.slice(this.#position, end === -1 ? this.#text.length : end);
    this.#position = end === -1 ? this.#text.length : end + 1;
    return line;
  }

  /** Names with a carriage return are quoted, so that one at the end is a line end. */
  #header(): string | undefined {
    const line = this.#line();
    return line?.endsWith('\r') ? line.slice(0, -1) : line;
  }

  /** Reads the lines before the first hunk, or all if there is none. */
  #readHeaders(): boolean {
    for (;;) {
      const start = this.#position;
      const line = this.#header();
      if (line === undefined) return true;
      if (line.startsWith('--- ')) return this.#readSides(line);
      if (line === 'GIT binary patch' || /^Binary files .* differ$/s.test(line)) {
        this.#isBinary = true;
        this.#position = this.#text.length;
        return true;
      }
      const named = namedHeader.exec(line);
      if (named !== null) {
        const name = readName(named[2] as string);
        if (name === undefined) return false;
        this.#names[named[1] as 'rename from'] = name;
      } else if (plainHeader.test(line)) {
        if (line.startsWith('new file')) this.#isNew = true;
        if (line.startsWith('deleted file')) this.#isDeleted = true;
      } else {
        this.#position = start;
        return line === '';
      }
    }
  }

  #readSides(line: string): boolean {
    const next = this.#header();
    if (next === undefined || !next.startsWith('+++ ')) return false;
    const before = sideName(line.slice(4));
    const after = sideName(next.slice(4));
    if (before === undefined || after === undefined) return false;
    this.#names.before = before;
    this.#names.after = after;
    if (before === null) this.#isNew = true;
    if (after === null) this.#isDeleted = true;
    return !(this.#isNew && this.#isDeleted);
  }

  #readHunks(): PatchHunk[] | undefined {
    const hunks: PatchHunk[] = [];
    for (;;) {
      const start = this.#position;
      const line = this.#line();
      if (line === undefined) return hunks;
      const header = hunkHeader.exec(line);
      if (header === null || this.#names.after === undefined)
        return this.#text.slice(start).trim() === '' ? hunks : undefined;
      const [, oldStart, oldCount = '1', newStart, newCount = '1'] = header;
      const lines = this.#readLines(Number(oldCount), Number(newCount));
      if (lines === undefined) return undefined;
      hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), lines });
    }
  }

  /** Reads as many lines as the header of the hunk says, whatever they look like. */
  #readLines(oldCount: number, newCount: number): PatchLine[] | undefined {
    const lines: PatchLine[] = [];
    let [oldLeft, newLeft] = [oldCount, newCount];
    while (oldLeft > 0 || newLeft > 0) {
      const line = this.#line();
      const type = line === undefined ? undefined : typeOf(line);
      if (line === undefined || type === undefined) return undefined;
      if (type !== 'added' && --oldLeft < 0) return undefined;
      if (type !== 'removed' && --newLeft < 0) return undefined;
      const text = signs.has(line[0] ?? '') ? line.slice(1) : line;
      if (!this.#takeMarker()) lines.push({ type, text });
      else if ((type === 'added' || oldLeft === 0) && (type === 'removed' || newLeft === 0))
        lines.push({ type, text, isUnfinished: true });
      else return undefined;
    }
    return lines;
  }

  /** The words behind the backslash are in the language of who wrote the patch. */
  #takeMarker(): boolean {
    if (!this.#text.startsWith('\\ ', this.#position)) return false;
    this.#line();
    return true;
  }

  #section(halves: string, hunks: readonly PatchHunk[]): PatchSection | undefined {
    const names = this.#names;
    const to = names['rename to'] ?? names['copy to'];
    const path = to ?? names.after ?? names.before ?? readEqualNames(halves);
    if (path === undefined) return undefined;
    const oldPath = names['rename from'] ?? names['copy from'] ?? names.before ?? path;
    const isBinary = this.#isBinary;
    return { type: 'section', operation: this.#operation(), path, oldPath, isBinary, hunks, text: this.#text };
  }

  #operation(): PatchSection['operation'] {
    if (this.#names['rename to'] !== undefined) return 'move';
    if (this.#names['copy to'] !== undefined) return 'copy';
    if (this.#isNew) return 'add';
    return this.#isDeleted ? 'delete' : 'modify';
  }
}

/** Returns the name after `---` or `+++`, null for no file, or `undefined` if it cannot be read. */
function sideName(text: string): string | null | undefined {
  return text === noFile || text === `${noFile}\t` ? null : readName(text);
}

const signs: ReadonlyMap<string, PatchLine['type']> = new Map([
  [' ', 'same'],
  ['-', 'removed'],
  ['+', 'added'],
]);

/** Some programs remove the space of an empty line. */
function typeOf(line: string): PatchLine['type'] | undefined {
  return line === '' || line === '\r' ? 'same' : signs.get(line[0] as string);
}
