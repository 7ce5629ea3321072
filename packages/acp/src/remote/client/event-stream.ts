import type { Received } from '../../transport/transport.ts';
import { sseParser } from '../wire/sse-parser.ts';
import { readBody } from './http-request.ts';

/** How far a stream of events has been read. */
export interface Position {
  /** The id of the last event that has arrived. Numbered streams begin at 0; empty if there was none. */
  lastId: string;
  /** The pause before the next attempt that the server has asked for, in milliseconds. */
  retry: number;
}

/** Reads the events of an open stream to its end, and moves the position. Those of a numbered stream that have arrived before are skipped. */
export async function readEvents(
  body: Response['body'],
  position: Position,
  isNumbered: boolean,
  maxLength: number,
  deliver: (frames: Received[]) => Promise<void> | undefined,
): Promise<void> {
  let frames: Received[] = [];
  const parse = sseParser(maxLength, {
    event(id, data) {
      if (isNumbered && !(Number(id) > Number(position.lastId))) return;
      position.lastId = id;
      if (data !== undefined) frames.push(data);
    },
    retry(pause) {
      position.retry = pause;
    },
  });
  await readBody(body, (bytes) => {
    parse(bytes);
    const arrived = frames;
    frames = [];
    return deliver(arrived);
  });
}
