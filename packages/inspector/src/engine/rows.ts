import type { InputLine } from '@emend/acp/recording';
import type { FrameRow, Place, PlaceQuestion, Rows, RowsQuestion, Times, TimesQuestion } from '../api/frame-row.ts';
import { foldedLines, linesOf } from './folded-row.ts';
import { foldedSummary, frameSummary } from './frame-summary.ts';
import type { Recording } from './recording.ts';
import { type LaidRow, RowLayout } from './row-layout.ts';
import type { Selection } from './selection.ts';

/** Most rows, and most times, of one answer. */
const mostRows = 1_000;
const mostTimes = 10_000;

/** Answers which rows a selection has. */
export async function rows(recording: Recording, { filter, open, start, end }: RowsQuestion): Promise<Rows> {
  const selection = await recording.select(filter);
  const layout = new RowLayout(selection, open);
  const from = Math.max(0, start);
  const to = Math.min(end, layout.total, from + mostRows);
  const laid: LaidRow[] = [];
  for (let index = from; index < to; index++) laid.push(layout.rowAt(index));
  const lines = await linesOf(
    recording,
    laid.map(({ frame }) => frame),
  );
  const found: FrameRow[] = [];
  for (const [index, row] of laid.entries()) found.push(await rowOf(recording, selection, row, lines[index]?.input));
  return {
    total: layout.total,
    frames: selection.frames,
    rows: found,
    ...(selection.fault === undefined ? {} : { filterFault: selection.fault }),
    isComplete: selection.isComplete,
  };
}

/** Answers on which row a frame is. */
export async function place(recording: Recording, { filter, open, frame }: PlaceQuestion): Promise<Place> {
  return new RowLayout(await recording.select(filter), open).rowOf(frame);
}

/** Answers when frames came. */
export function times(recording: Recording, { start, end }: TimesQuestion): Times {
  const from = Math.max(1, start);
  const found: (number | null)[] = [];
  for (let frame = from; frame < Math.min(end, recording.frames + 1, from + mostTimes); frame++) {
    found.push(recording.facts(frame).at ?? null);
  }
  return { times: found };
}

/** Returns the row of one frame. */
export function frameRow(recording: Recording, frame: number, input: InputLine | undefined): FrameRow {
  const { number, at, from, kind, method, session, size, isCorrection } = recording.facts(frame);
  const id = idOf(input);
  const worst = recording.worst(frame);
  return {
    number,
    ...(at === undefined ? {} : { at }),
    from,
    kind,
    ...(method === undefined ? {} : { method }),
    summary: frameSummary(input),
    ...(session === undefined ? {} : { session }),
    ...(id === undefined ? {} : { id }),
    size,
    ...(worst === undefined ? {} : { worst }),
    ...(isCorrection === undefined ? {} : { isCorrection }),
  };
}

/** Returns the id of a message as JSON. */
export function idOf(input: InputLine | undefined): string | undefined {
  if (input?.kind !== 'message' || typeof input.message !== 'object' || input.message === null) return undefined;
  const { id } = input.message as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number' || id === null ? JSON.stringify(id) : undefined;
}

async function rowOf(
  recording: Recording,
  selection: Selection,
  { frame, folded, group }: LaidRow,
  input: InputLine | undefined,
): Promise<FrameRow> {
  const row = frameRow(recording, frame, input);
  if (folded === undefined) return row;
  if (group === undefined) return { ...row, folded };
  const worst = recording.problems.worstBetween(frame, folded.last);
  const summary = foldedSummary(await foldedLines(recording, framesOf(selection, group), input));
  const size = selection.groupSize(group);
  return { ...row, summary, size, ...(worst === undefined ? {} : { worst }), folded };
}

function* framesOf(selection: Selection, group: number): Iterable<number> {
  const end = selection.groupStart(group + 1);
  for (let index = selection.groupStart(group); index < end; index++) yield selection.frameAt(index);
}
