import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import type { Transport } from '../../transport/transport.ts';

/** Answers a request of the agent; `undefined` answers nothing. */
type Answer = (method: string, params: JsonObject) => unknown;

/** A client that writes and reads frames as they are. */
export class PlainClient {
  readonly #transport: Transport;
  readonly #answer: Answer;
  readonly #waiting = new Map<number, (response: JsonObject) => void>();
  #asked = 0;

  constructor(transport: Transport, answer: Answer) {
    this.#transport = transport;
    this.#answer = answer;
    void this.#read();
  }

  /** Sends a request, and resolves with the response. */
  request(method: string, params: object): Promise<JsonObject> {
    const id = this.#asked++;
    this.#send({ id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  async #read(): Promise<void> {
    for await (const batch of this.#transport.frames) for (const frame of batch) await this.#take(String(frame));
  }

  async #take(frame: string): Promise<void> {
    const { id, method, params, ...response } = JSON.parse(frame) as JsonObject;
    if (typeof method === 'string') {
      if (id === undefined) return;
      const result = this.#answer(method, isObject(params) ? params : {});
      if (result !== undefined) this.#send({ id, result });
      return;
    }
    this.#waiting.get(id as number)?.(response);
    this.#waiting.delete(id as number);
  }

  #send(message: object): void {
    void this.#transport.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}
