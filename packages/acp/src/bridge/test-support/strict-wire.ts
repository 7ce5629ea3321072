import { type Dialect, dialects } from '../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { formatIssue } from '../../protocol/reading/issue.ts';
import type { TypeReader } from '../../protocol/reading/method.ts';
import { tap } from '../../transport/tap.ts';
import type { Received, Transport } from '../../transport/transport.ts';

type From = 'client' | 'agent';

/** A message that passed, and who sent it. */
export interface Passed {
  readonly from: From;
  readonly message: JsonObject;
}

/** Reads every message between two peers strictly in one dialect, and keeps all of them. */
export class StrictWire {
  readonly messages: Passed[] = [];
  /** What is wrong with messages, in words. */
  readonly complaints: string[] = [];
  readonly #dialect: Dialect;
  readonly #open = new Map<string, string>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Returns a transport whose frames are checked; `own` is who sends through it. */
  watch(transport: Transport, own: From): Transport {
    const other = own === 'client' ? 'agent' : 'client';
    return tap(transport, (direction, frame) => this.#take(direction === 'sent' ? own : other, frame));
  }

  /** The updates of a session that passed, in order. */
  get updates(): JsonObject[] {
    return this.messages.flatMap(({ message: { method, params } }) =>
      method === 'session/update' && isObject(params) ? [params['update'] as JsonObject] : [],
    );
  }

  /** The answers with an error that one side sent. */
  errors(by: From): JsonObject[] {
    return this.messages.flatMap(({ from, message }) => (from === by && isObject(message['error']) ? [message] : []));
  }

  #take(from: From, frame: Received): void {
    const message: unknown = typeof frame === 'string' ? JSON.parse(frame) : undefined;
    if (!isObject(message)) {
      this.complaints.push(`${from}: no message: ${JSON.stringify(frame)}`);
      return;
    }
    this.messages.push({ from, message });
    const { method, id, params, result, error } = message;
    const { methods, sessionUpdate } = dialects[this.#dialect];
    if (typeof method === 'string') {
      if (id !== undefined) this.#open.set(keyOf(from, id), method);
      const reader = method === 'session/update' ? sessionUpdate : methods[method]?.params;
      this.#check(from, message, reader, params ?? {});
      return;
    }
    const asked = keyOf(from === 'client' ? 'agent' : 'client', id);
    const answered = this.#open.get(asked);
    this.#open.delete(asked);
    if (answered === undefined) this.complaints.push(`${from}: nobody asked for ${JSON.stringify(message)}`);
    else if (error === undefined) this.#check(from, message, methods[answered]?.result, result);
  }

  #check(from: From, message: JsonObject, reader: TypeReader | undefined, value: unknown): void {
    const decoded = reader?.decode(value);
    if (decoded?.ok !== false) return;
    this.complaints.push(`${from}: ${decoded.issues.map(formatIssue).join(', ')} in ${JSON.stringify(message)}`);
  }
}

function keyOf(by: From, id: unknown): string {
  return `${by} ${JSON.stringify(id)}`;
}
