import type { WebSocket } from 'ws';
import { answerMessage, sendOrFail } from '../api/answer.ts';
import type { Inspector, InspectorEvent } from '../api/inspector.ts';
import { readPageMessage } from '../api/questions.ts';
import type { InspectorMessage } from '../api/wire.ts';

/** Most questions of a page that are answered at the same time. */
const mostAtOnce = 8;

/** Bytes that wait for a page to read them, beyond which it gets no further answers and events. */
const mostWaiting = 4 * 1024 * 1024;

/** Code of a WebSocket that is closed because a message made no sense. */
const policyViolation = 1008;

/**
 * Answers one page over its WebSocket. A page that does not read gets nothing more and is not read from, so that what waits for
 * it stays bounded; of the events that it misses, only the last of each type is kept.
 */
export class PageSocket {
  readonly #socket: WebSocket;
  readonly #inspector: Inspector;
  readonly #unlisten: () => void;
  readonly #questions: string[] = [];
  readonly #missed = new Map<InspectorEvent['type'], InspectorEvent>();
  #answering = 0;

  constructor(socket: WebSocket, inspector: Inspector) {
    this.#socket = socket;
    this.#inspector = inspector;
    this.#unlisten = inspector.listen((event) => {
      this.#missed.set(event.type, event);
      this.#goOn();
    });
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.close(policyViolation);
      this.#questions.push(String(data));
      this.#goOn();
    });
    socket.on('close', () => this.#end());
    // A connection that breaks is closed next.
    socket.on('error', () => {});
  }

  get #isFull(): boolean {
    return this.#socket.bufferedAmount > mostWaiting;
  }

  #goOn(): void {
    if (!this.#isFull) {
      for (const event of this.#missed.values()) this.#send({ event });
      this.#missed.clear();
    }
    while (this.#questions.length > 0 && this.#answering < mostAtOnce && !this.#isFull) this.#answer();
    // What the socket has read already arrives in spite of the pause, and waits in the list.
    if (this.#questions.length > 0) this.#socket.pause();
    else if (this.#socket.isPaused) this.#socket.resume();
  }

  #answer(): void {
    const message = readPageMessage(this.#questions.shift() ?? '');
    if (message === undefined) {
      this.#socket.close(policyViolation);
      return;
    }
    this.#answering += 1;
    void answerMessage(this.#inspector, message).then((answer) => {
      this.#answering -= 1;
      this.#send(answer);
      this.#goOn();
    });
  }

  #send(message: InspectorMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    sendOrFail(message, (written) => {
      this.#socket.send(JSON.stringify(written), () => {
        if (!this.#isFull) this.#goOn();
      });
    });
  }

  #end(): void {
    this.#unlisten();
    this.#questions.length = 0;
    this.#missed.clear();
  }
}
