import type { Inspector, InspectorCall, InspectorCalls, InspectorEvent } from '../../api/inspector.ts';
import type { InspectorMessage, PageMessage } from '../../api/wire.ts';
import type { Connection, ConnectionStatus } from './connection-status.ts';

interface Pending {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/** Sends what the page asks as messages, and finds the question that an answer belongs to. */
export class MessageInspector implements Connection {
  #nextId = 1;
  #send: ((message: PageMessage) => void) | undefined;
  #status: ConnectionStatus = { state: 'connecting' };
  readonly #download: Inspector['download'];
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(event: InspectorEvent) => void>();
  readonly #statusListeners = new Set<() => void>();
  readonly #waiting: (() => void)[] = [];

  constructor(download: Inspector['download']) {
    this.#download = download;
  }

  readonly inspector: Inspector = {
    ask: (call, question) => this.#ask(call, question),
    download: (question) => this.#download(question),
    listen: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
  };

  status = (): ConnectionStatus => this.#status;

  onStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  };

  /** The way to the other side is open; questions that waited for it are sent. */
  opened(send: (message: PageMessage) => void): void {
    this.#send = send;
    this.#become({ state: 'open' });
    for (const start of this.#waiting.splice(0)) start();
  }

  /** Takes a message from the other side. */
  received(message: InspectorMessage): void {
    if ('event' in message) {
      for (const listener of this.#listeners) listener(message.event);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('failure' in message) pending?.reject(new Error(message.failure));
    else pending?.resolve(message.answer as never);
  }

  /** The way is gone, for now or for good. What is pending fails: an order must not be given twice. */
  closed(status: ConnectionStatus): void {
    this.#send = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new Error('The connection was lost.'));
    this.#become(status);
  }

  #become(status: ConnectionStatus): void {
    this.#status = status;
    for (const listener of this.#statusListeners) listener();
  }

  #ask<Call extends InspectorCall>(
    call: Call,
    question: InspectorCalls[Call]['takes'],
  ): Promise<InspectorCalls[Call]['gives']> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        const id = this.#nextId++;
        this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject });
        this.#send?.({ id, call, question } as PageMessage);
      };
      if (this.#send === undefined) this.#waiting.push(start);
      else start();
    });
  }
}
