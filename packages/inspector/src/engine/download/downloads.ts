import { foldedText, longestLine, type Redact, RedactedRecording } from '@emend/acp/recording';
import type { DownloadQuestion } from '../../api/inspector.ts';
import type { Recording } from '../recording.ts';
import { markdownOf } from './markdown.ts';
import { TextLines } from './text-lines.ts';

/** What downloads need beside a recording. */
export interface DownloadOptions {
  /** Returns the whole text of the recording as it is now, in parts. Without it, long lines are cut. */
  readonly text?: () => AsyncIterable<string>;
  /** Masks secrets; without it there is no masked recording. */
  readonly redact?: Redact;
}

/** How many lines are read at once. */
const batchLength = 500;

/** Returns what is downloaded, in parts of text. */
export async function* download(
  recording: Recording,
  { what, frame, session }: DownloadQuestion,
  { text, redact }: DownloadOptions,
): AsyncGenerator<string> {
  switch (what) {
    case 'recording':
      yield* text?.() ?? linesOf(recording);
      break;
    case 'masked':
      if (redact === undefined) throw new Error('It is not known here what is secret.');
      yield* maskedText(text?.() ?? linesOf(recording), redact);
      break;
    case 'state':
      yield* foldedText((await recording.moment(frame)).sessions());
      break;
    case 'markdown': {
      const id = session ?? recording.overview().sessions[0]?.id ?? '';
      const state = (await recording.moment(frame)).state(id);
      if (state === undefined) throw new Error(`Frame ${frame} has no such session.`);
      yield* markdownOf(state, { name: recording.overview().source.name, session: id, frame });
    }
  }
}

async function* linesOf(recording: Recording): AsyncGenerator<string> {
  for (let first = 1; first <= recording.frames; first += batchLength) {
    const lines = await recording.lines(first, Math.min(first + batchLength, recording.frames + 1));
    yield lines.map(({ text }) => `${text}\n`).join('');
  }
}

/** Masks secrets in a recording, line by line. */
export async function* maskedText(parts: AsyncIterable<string>, redact: Redact): AsyncGenerator<string> {
  const masked = new RedactedRecording(redact);
  const lines = new TextLines(longestLine);
  const written = (some: readonly string[]): string => some.map((line) => masked.takeRecorded(line)).join('');
  for await (const part of parts) {
    const text = written(lines.push(part));
    if (text !== '') yield text;
  }
  yield `${written(lines.end())}${masked.settle()}`;
}
