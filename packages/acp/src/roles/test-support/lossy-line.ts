import { rejected } from '../../transport/gate.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Received, Transport } from '../../transport/transport.ts';

/** A line that can be opened again and again, and that loses the frame at which it is cut. */
export interface LossyLine {
  /** Opens the line: `serve` gets the far end. */
  dial(): Transport;
  /** Cuts the line at these frames from now on, counted from 1 in both directions together. */
  cutAt(frames: Iterable<number>): void;
  /** How many frames have passed since. */
  readonly passed: number;
}

/** Returns a line to an agent that `serve` answers. */
export function lossyLine(serve: (far: Transport) => void): LossyLine {
  let cuts = new Set<number>();
  let passed = 0;
  const isCut = (): boolean => cuts.has(++passed);

  function dial(): Transport {
    const [near, far] = memoryPair();
    let isOver = false;
    serve(far);
    function cut(): void {
      isOver = true;
      void near.close();
    }
    async function* frames(): AsyncGenerator<readonly Received[], undefined> {
      for await (const batch of near.frames) {
        for (const frame of batch) {
          if (isOver || isCut()) {
            cut();
            return;
          }
          yield [frame];
        }
      }
    }
    return {
      ...near,
      send(frame) {
        if (!isOver && !isCut()) return near.send(frame);
        cut();
        return rejected(new Error('The line is cut.'));
      },
      frames: { [Symbol.asyncIterator]: frames },
      again: dial,
    };
  }

  return {
    dial,
    cutAt(frames) {
      cuts = new Set(frames);
      passed = 0;
    },
    get passed() {
      return passed;
    },
  };
}
