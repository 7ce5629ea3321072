import type { FrameRow } from '../../api/frame-row.ts';
import type { DownloadQuestion, Inspector, InspectorEvent } from '../../api/inspector.ts';
import type { Overview } from '../../api/overview.ts';
import { overviewOf } from '../../api/test-support/overview-of.ts';

/** An inspector of a recording with any number of frames, all alike, which counts what it is asked. */
export class ManyFrames implements Inspector {
  #frames: number;
  readonly #listeners = new Set<(event: InspectorEvent) => void>();
  asked = 0;
  mostRows = 0;

  constructor(frames: number) {
    this.#frames = frames;
  }

  /** Lets the recording grow. */
  grow(frames: number): void {
    this.#frames = frames;
    for (const listener of this.#listeners) listener({ type: 'grown', overview: this.#overview() });
  }

  ask(call: string, question: unknown): Promise<never> {
    this.asked += 1;
    return Promise.resolve(this.#answer(call, question as Record<string, number>) as never);
  }

  download(_: DownloadQuestion): AsyncIterable<string> {
    throw new Error('There is nothing to download.');
  }

  listen(listener: (event: InspectorEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #answer(call: string, question: Readonly<Record<string, number>>): unknown {
    const { start = 0, end = 0, frame = 0 } = question;
    switch (call) {
      case 'overview':
        return this.#overview();
      case 'rows': {
        const rows = Array.from({ length: Math.min(end, this.#frames) - start }, (_, index) => row(start + index + 1));
        this.mostRows = Math.max(this.mostRows, rows.length);
        return { total: this.#frames, frames: this.#frames, rows, isComplete: true };
      }
      case 'place':
        return { row: frame - 1, isShown: frame > 0 };
      case 'frame':
        return { row: row(frame), raw: '{}', cut: 0, message: {}, problems: [], changes: [], moreChanges: 0 };
      case 'problems':
        return { total: 0, problems: [] };
      default:
        throw new Error(`"${call}" is not asked here.`);
    }
  }

  #overview(): Overview {
    const source = { kind: 'file', name: 'many.ndjson' } as const;
    return { ...overviewOf(this.#frames), source, bytes: this.#frames * 200, duration: this.#frames };
  }
}

function row(number: number): FrameRow {
  const summary = `agent_message_chunk ${number}`;
  return { number, at: number, from: 'agent', kind: 'update', method: 'session/update', summary, size: 200 };
}
