import { structuredPatch } from 'diff';
import type { Diff } from '../protocol/base/generated/tool-call.ts';

/** A line of a diff. A side that does not have the line has no line number. */
export interface DiffLine {
  readonly type: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
}

/** A group of changed lines with their context. */
export interface DiffHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly DiffLine[];
}

/** The change of one file, ready to be shown. */
export interface DiffView {
  readonly path: string;
  readonly isNewFile: boolean;
  readonly hunks: readonly DiffHunk[];
  readonly added: number;
  readonly removed: number;
}

/** Options of {@link diffHunks}. */
export interface DiffOptions {
  /** Number of unchanged lines around a change; 3 by default. */
  readonly context?: number;
  /** Texts that differ in more lines than this are shown as replaced, because comparing them would take long; 2,000 by default. */
  readonly maxEdits?: number;
}

/** Returns what changed between the two texts of a diff. */
export function diffHunks(diff: Diff, options: DiffOptions = {}): DiffView {
  const oldText = diff.oldText ?? '';
  const { context = 3, maxEdits = 2_000 } = options;
  const patch = structuredPatch(diff.path, diff.path, oldText, diff.newText, undefined, undefined, {
    context,
    maxEditLength: maxEdits,
  });
  const hunks = patch === undefined ? replaced(oldText, diff.newText) : patch.hunks.map(hunkOf);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    path: diff.path,
    isNewFile: diff.oldText === undefined || diff.oldText === null,
    hunks,
    added: lines.filter((line) => line.type === 'added').length,
    removed: lines.filter((line) => line.type === 'removed').length,
  };
}

type Raw = { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] };

const types = { ' ': 'same', '+': 'added', '-': 'removed' } as const;

function hunkOf(raw: Raw): DiffHunk {
  let oldLine = raw.oldStart;
  let newLine = raw.newStart;
  const lines: DiffLine[] = [];
  for (const line of raw.lines) {
    const type = types[line[0] as keyof typeof types];
    // The remark that a file lacks a last line end begins with a backslash.
    if (type === undefined) continue;
    const isOld = type !== 'added';
    const isNew = type !== 'removed';
    lines.push({
      type,
      text: line.slice(1),
      oldLine: isOld ? oldLine++ : undefined,
      newLine: isNew ? newLine++ : undefined,
    });
  }
  const { oldStart, oldLines, newStart, newLines } = raw;
  return { oldStart, oldLines, newStart, newLines, lines };
}

function replaced(oldText: string, newText: string): DiffHunk[] {
  const removed = linesOf(oldText);
  const added = linesOf(newText);
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  return [hunkOf({ oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines })];
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
