import type { Transport } from '@emend/acp';
import type { Received } from '@emend/acp/transport';

/** How a reader reads: at once, with a small delay each time, or with a pause. */
type Pace = 'quick' | 'slow' | 'stalled';

/** A transport whose reader can be slowed down. */
export interface PacedTransport {
  readonly transport: Transport;
  pace: Pace;
  /** Stops reading until what it returns is called. */
  hold(): () => void;
}

const pauses: Readonly<Record<Pace, number>> = { quick: 0, slow: 3, stalled: 400 };

/** Slows down the reading side of a transport. */
export function paced(inner: Transport): PacedTransport {
  let held: Promise<void> | undefined;
  const line: PacedTransport = {
    pace: 'quick',
    hold() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        held = undefined;
        release();
      };
    },
    transport: {
      send: (frame) => inner.send(frame),
      close: () => inner.close(),
      frames: {
        async *[Symbol.asyncIterator](): AsyncGenerator<readonly Received[], undefined> {
          for await (const batch of inner.frames) {
            const pause = pauses[line.pace];
            if (line.pace === 'stalled') line.pace = 'quick';
            if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
            await held;
            yield batch;
          }
        },
      },
    },
  };
  return line;
}
