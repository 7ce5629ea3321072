import type { Inspector, InspectorCall, InspectorCalls, InspectorEvent } from '../api/inspector.ts';
import { type Answer, type Answers, answers } from './answers.ts';
import type { DownloadOptions } from './download/downloads.ts';
import type { Recording } from './recording.ts';
import { viewParts } from './view-parts.ts';

/** What an inspector has beside a recording. */
export interface InspectorParts {
  /** Answers to calls that a recording alone cannot answer, or other answers to those that it can. */
  readonly answers?: Answers;
  /** What downloads need beside the recording. */
  readonly downloads?: DownloadOptions;
  /** Events of others, such as those of the region "Talk". */
  readonly listen?: (listener: (event: InspectorEvent) => void) => () => void;
}

/** Returns an inspector that answers from a recording. */
export function recordingInspector(recording: Recording, parts: InspectorParts = {}): Inspector {
  const views = viewParts(recording, parts.downloads ?? {});
  const all: Answers = { ...answers, ...views.answers, ...parts.answers };
  return {
    async ask<Call extends InspectorCall>(
      call: Call,
      question: InspectorCalls[Call]['takes'],
    ): Promise<InspectorCalls[Call]['gives']> {
      const answer = Object.hasOwn(all, call) ? (all[call] as Answer<Call> | undefined) : undefined;
      if (answer === undefined) throw new Error(`"${String(call)}" cannot be asked here.`);
      return answer(recording, question);
    },
    download: views.download,
    listen(listener) {
      const stop = recording.listen(() => listener({ type: 'grown', overview: recording.overview() }));
      const stopOthers = parts.listen?.(listener);
      return () => {
        stop();
        stopOthers?.();
      };
    },
  };
}
