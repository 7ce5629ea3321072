import type { Inspector } from '../api/inspector.ts';
import type { Answers } from './answers.ts';
import { BridgeView } from './bridge/bridge-view.ts';
import { type DownloadOptions, download } from './download/downloads.ts';
import type { Recording } from './recording.ts';
import { RecordingTimes } from './time/recording-times.ts';

/** What the views answer, and what can be downloaded. */
interface ViewParts {
  readonly answers: Pick<Answers, 'bridge' | 'time'>;
  readonly download: Inspector['download'];
}

/** Returns the answers of the Bridge and the Time view, and the downloads of a recording. */
export function viewParts(recording: Recording, options: DownloadOptions): ViewParts {
  const times = new RecordingTimes(recording);
  const bridge = new BridgeView({
    get dialect() {
      return recording.dialect;
    },
    get frames() {
      return recording.frames;
    },
    get isComplete() {
      return recording.isComplete;
    },
    async read(start, end) {
      const lines = await recording.lines(start + 1, end + 1);
      return lines.flatMap(({ frame, input }) => {
        const { from } = recording.facts(frame);
        if (input?.kind !== 'message' || from === 'stderr') return [];
        return [{ frame, from: from === 'client' ? 'client' : 'agent', message: input.message }];
      });
    },
  });
  return {
    answers: { bridge: (_, question) => bridge.answer(question), time: () => times.view() },
    download: (question) => download(recording, question, options),
  };
}
