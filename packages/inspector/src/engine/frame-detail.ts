import { deepestMessage, isWritableMessage } from '@emend/acp/protocol';
import type { FrameDetail } from '../api/frame-detail.ts';
import type { Recording } from './recording.ts';
import { frameRow } from './rows.ts';
import { frameChanges } from './state-changes.ts';

/** How many problems of one frame are told. */
const mostProblems = 200;

const withheld = `This message is nested deeper than ${deepestMessage.toLocaleString('en-US')} levels, so that only its text is shown.`;

/** Answers what there is to know of one frame. */
export async function frameDetail(recording: Recording, { frame }: { readonly frame: number }): Promise<FrameDetail> {
  if (!(frame >= 1 && frame <= recording.frames)) throw new Error(`There is no frame ${frame}.`);
  const [line] = await recording.lines(frame, frame + 1);
  if (line === undefined) throw new Error(`There is no frame ${frame}.`);
  const { text, cut, input } = line;
  const { changes, more } = frameChanges(await recording.changes(frame));
  const pair = pairOf(recording, frame);
  return {
    row: frameRow(recording, frame, input),
    raw: text,
    cut,
    ...(input?.kind === 'message' ? messageOf(input.message, text) : {}),
    ...(input?.kind === 'text' ? { text: input.entry.text ?? '' } : {}),
    ...(input === undefined && cut === 0 ? { text } : {}),
    ...(input?.kind === 'problem' && cut === 0 ? { text } : {}),
    ...(pair === undefined ? {} : { pair }),
    problems: recording.problems.of(frame).slice(0, mostProblems),
    changes,
    moreChanges: more,
  };
}

/** Returns the message, or its text if it could be read but not be written again. */
function messageOf(message: unknown, text: string): Pick<FrameDetail, 'message' | 'text' | 'withheld'> {
  return isWritableMessage(message) ? { message } : { text, withheld };
}

function pairOf(recording: Recording, frame: number): FrameDetail['pair'] {
  const { pair, at } = recording.facts(frame);
  if (pair === undefined) return undefined;
  const other = recording.facts(pair).at;
  return at === undefined || other === undefined ? { frame: pair } : { frame: pair, elapsed: Math.abs(at - other) };
}
