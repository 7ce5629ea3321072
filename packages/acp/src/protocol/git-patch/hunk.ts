/** A line of a patch, without its sign and its line end. */
export interface PatchLine {
  readonly type: 'same' | 'added' | 'removed';
  readonly text: string;
  /** Whether the line has no line end because its file ends there. */
  readonly isUnfinished?: true;
}

/** A hunk of a patch: lines that changed, with unchanged ones around them. */
export interface PatchHunk {
  /** Number of the first line in the old file; 0 if the hunk has no old lines. */
  readonly oldStart: number;
  /** Number of the first line in the new file; 0 if the hunk has no new lines. */
  readonly newStart: number;
  readonly lines: readonly PatchLine[];
}

/** The text before and after a change. */
export interface HunkTexts {
  readonly oldText: string;
  readonly newText: string;
}

/** Returns the text that a hunk replaces, and the text that it puts there. */
export function hunkTexts(hunk: PatchHunk): HunkTexts {
  const before: string[] = [];
  const after: string[] = [];
  for (const { type, text, isUnfinished } of hunk.lines) {
    const line = isUnfinished ? text : `${text}\n`;
    if (type !== 'added') before.push(line);
    if (type !== 'removed') after.push(line);
  }
  return { oldText: before.join(''), newText: after.join('') };
}
