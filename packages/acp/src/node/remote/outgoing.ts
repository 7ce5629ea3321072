import type { ServerResponse } from 'node:http';
import { constants, type Http2ServerResponse } from 'node:http2';
import type { EventSink, HttpAnswer } from '../../remote/server/http-exchange.ts';
import type { Deadlines } from './deadlines.ts';
import { type Incoming, isHttp2, isUnfinished } from './incoming.ts';

/** A response of node:http or of the compatible part of node:http2. */
export type Outgoing = ServerResponse | Http2ServerResponse;

/** Unsent bytes of a stream from which on its writer has to wait. */
const HIGH_WATER = 64 * 1024;

/** Bytes of a refused body that are read and dropped, so that a client which is still sending can read the answer. */
const DROPPED = 1024 * 1024;

/** Sends an answer. The rest of a body that was not read is dropped, for as long as `lingering` allows. */
export function sendAnswer(incoming: Incoming, outgoing: Outgoing, answer: HttpAnswer, lingering: Deadlines): void {
  // Without a listener, a client that has gone would end the process.
  outgoing.on('error', () => {});
  if (answer.stream !== undefined) openStream(outgoing, answer, answer.stream);
  else if (!outgoing.destroyed) sendText(incoming, outgoing, answer, lingering);
}

function sendText(incoming: Incoming, outgoing: Outgoing, answer: HttpAnswer, lingering: Deadlines): void {
  const { status, body = '' } = answer;
  const sent = incoming.method === 'HEAD' ? '' : body;
  const length = status === 204 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const isCut = isUnfinished(incoming);
  if (isCut && !isHttp2(incoming)) {
    writeHead(outgoing, status, { ...answer.headers, ...length, connection: 'close' });
    linger(incoming, outgoing as ServerResponse, sent, lingering);
    return;
  }
  writeHead(outgoing, status, { ...answer.headers, ...length });
  outgoing.end(sent);
  if (isCut && isHttp2(incoming)) {
    const { stream } = incoming;
    outgoing.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR));
  }
}

function writeHead(outgoing: Outgoing, status: number, headers: Record<string, string>): void {
  // The two classes have the same method with different types of headers.
  (outgoing as ServerResponse).writeHead(status, headers);
}

/**
 * Sends the answer to a request that is still coming. The socket is closed only after a moment of reading on: closing it at once would
 * reset the connection and take the answer with it.
 */
function linger(incoming: Incoming, outgoing: ServerResponse, body: string, lingering: Deadlines): void {
  let left = DROPPED;
  outgoing.flushHeaders();
  if (body !== '') outgoing.write(body);
  const forget = lingering.add(end);
  function end(): void {
    forget();
    incoming.off('data', onData);
    outgoing.end(() => incoming.destroy());
  }
  function onData(chunk: Buffer): void {
    left -= chunk.length;
    if (left < 0) end();
  }
  incoming.on('error', () => {});
  incoming.on('data', onData).once('end', end).once('close', end).resume();
}

function openStream(outgoing: Outgoing, answer: HttpAnswer, stream: (sink: EventSink) => void): void {
  if (outgoing.destroyed) {
    stream(goneSink());
    return;
  }
  writeHead(outgoing, answer.status, { ...answer.headers });
  // HTTP/2 sends its headers at once.
  if ('flushHeaders' in outgoing) outgoing.flushHeaders();
  stream(eventSink(outgoing));
}

/** Returns a sink that writes to a response itself: a web stream in between would cost several promises a write. */
function eventSink(outgoing: Outgoing): EventSink {
  let isEnded = false;
  return {
    write(text) {
      if (isEnded || outgoing.destroyed) return true;
      (outgoing as ServerResponse).write(text);
      return outgoing.writableLength < HIGH_WATER;
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      outgoing.end();
    },
    destroy() {
      isEnded = true;
      if ('stream' in outgoing) outgoing.stream?.close(constants.NGHTTP2_CANCEL);
      else outgoing.destroy();
    },
    listen({ onDrain, onClosed }) {
      outgoing.on('drain', onDrain);
      outgoing.once('close', () => {
        isEnded = true;
        outgoing.off('drain', onDrain);
        onClosed();
      });
    },
  };
}

/** Returns the sink of a client that has gone before its stream began. */
function goneSink(): EventSink {
  return {
    write: () => true,
    end: () => {},
    destroy: () => {},
    listen: ({ onClosed }) => queueMicrotask(onClosed),
  };
}
