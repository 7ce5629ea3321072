import type { Inspector } from '../api/inspector.ts';
import type { Overview } from '../api/overview.ts';
import type { ByteSource } from '../engine/byte-source.ts';
import { PlainRecording } from '../engine/plain-recording.ts';
import { recordingInspector } from '../engine/recording-inspector.ts';
import { changedOverview } from './changed-overview.ts';
import { FollowedFile } from './followed-file.ts';

/** A recording that can be inspected. */
export interface OpenedRecording {
  readonly inspector: Inspector;
  /** Looks at the file now and then, for one that another program writes. */
  watch(): void;
  /** Says that something was added to the file. */
  grew(): void;
  /** Says that nothing more will be added. */
  end(): Promise<void>;
  /** Closes the file. */
  close(): Promise<void>;
}

/** Opens the file of a recording; rejects with the error of the system if it cannot be read. */
export async function openRecording(path: string, source: Overview['source']): Promise<OpenedRecording> {
  const file = await FollowedFile.open(path);
  const recording = new PlainRecording([], { source, isLive: true });
  feed(file, recording);
  const inspector = changedOverview(recordingInspector(recording), (overview) => ({
    ...overview,
    isLive: file.isLive,
  }));
  return {
    inspector,
    watch: () => file.watch(),
    grew: () => void file.look(),
    end: () => file.end(),
    close: () => file.close(),
  };
}

/** Gives the lines of a source to a recording, as they come. */
function feed(source: ByteSource, recording: PlainRecording): void {
  let place = 0;
  let rest = '';
  let reading = Promise.resolve();
  const next = async (): Promise<void> => {
    const bytes = await source.read(place, source.size);
    place += bytes.length;
    const lines = (rest + Buffer.from(bytes).toString()).split('\n');
    rest = lines.pop() ?? '';
    if (!source.isLive && rest !== '') lines.push(rest);
    recording.grow(lines);
  };
  const more = (): void => {
    reading = reading.then(next, () => {});
  };
  source.listen(more);
  more();
}
