import type { Received } from '../../transport/transport.ts';
import { SseParser } from '../wire/sse-parser.ts';

/** How far a stream of events has been read. */
export interface Position {
  /** The id of the last event that has arrived. Numbered streams begin at 0; empty if there was none. */
  lastId: string;
  /** The pause before the next attempt that the server has asked for, in milliseconds. */
  retry: number;
}

/** Reads the events of an open stream to its end, and moves the position. Those of a numbered stream that have arrived before are skipped. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  position: Position,
  isNumbered: boolean,
  maxLength: number,
  deliver: (frames: Received[]) => Promise<void> | undefined,
): Promise<void> {
  const reader = body.getReader();
  const parser = new SseParser(maxLength);
  const isNew = (id: string) => !isNumbered || Number(id) > Number(position.lastId);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames: Received[] = [];
    for (const { id, data } of parser.push(value)) {
      if (!isNew(id)) continue;
      position.lastId = id;
      frames.push(data);
    }
    // An event without data is not delivered, but has a number.
    if (isNew(parser.lastId)) position.lastId = parser.lastId;
    position.retry = parser.retry ?? position.retry;
    await deliver(frames);
  }
}
