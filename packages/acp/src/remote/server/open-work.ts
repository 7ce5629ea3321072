import { entryTexts } from '../../jsonrpc/frame-outline.ts';
import { outlineMessage } from '../wire/message-outline.ts';

/** A request of the client. */
export interface ClientRequest {
  /** The id as JSON text. */
  readonly id: string;
  readonly method: string;
}

// Messages begin like this nearly always, and parsing them whole would cost more than carrying them.
const ID = String.raw`"(?:[^"\\]|\\.)*"|-?\d+`;
const REQUEST = new RegExp(String.raw`\{"jsonrpc":"2\.0","id":(${ID}),"method":"([^"\\]*)"`, 'y');
const RESPONSE = new RegExp(String.raw`\{"jsonrpc":"2\.0","id":(${ID}),"(?:result|error)":`, 'y');
const UPDATE =
  /\{"jsonrpc":"2\.0","method":"session\/update","params":\{"sessionId":"[^"\\]*","update":\{"sessionUpdate":"(?!state_update")/y;
const NO_RESPONSE = '{"jsonrpc":"2.0","method":';

/** Knows what an agent still works on for one client: requests without an answer, and sessions that are said to be running. */
export class OpenWork {
  readonly #requests = new Set<string>();
  readonly #running = new Set<string>();
  /** The requests of each batch of which nothing is answered yet, the oldest first. */
  readonly #batches = new Set<readonly string[]>();

  /** The number of requests without an answer. */
  get requests(): number {
    return this.#requests.size;
  }

  /** Returns whether there is nothing to wait for but sessions that another server runs. */
  isDone(isElsewhere: (sessionId: string) => boolean): boolean {
    return this.#requests.size === 0 && [...this.#running].every(isElsewhere);
  }

  /** Returns whether a request with this id, given as JSON text, has no answer. */
  isOpen(id: string): boolean {
    return this.#requests.has(id);
  }

  /** Notes that a request was handed to the agent. */
  begin(request: ClientRequest): void {
    this.#requests.add(request.id);
  }

  /** Notes that a batch with these requests was handed to the agent. */
  beginBatch(requests: readonly ClientRequest[]): void {
    for (const request of requests) this.begin(request);
    if (requests.length > 0) this.#batches.add(requests.map(({ id }) => id));
  }

  /** Notes a frame that the agent sent. */
  sent(frame: string): void {
    const entries = batchEntries(frame);
    if (entries !== undefined) {
      for (const entry of entries) this.sent(entry);
      return;
    }
    UPDATE.lastIndex = 0;
    if (UPDATE.test(frame)) return;
    // In later drafts a prompt is answered when it is accepted, and the end of its turn is told by an update.
    if (frame.includes('"state_update"')) this.#noteState(frame);
    if (this.#requests.size === 0 || frame.startsWith(NO_RESPONSE)) return;
    RESPONSE.lastIndex = 0;
    const id = RESPONSE.exec(frame)?.[1] ?? responseId(frame);
    if (id !== undefined) this.#answered(id);
  }

  #answered(id: string): void {
    this.#requests.delete(id);
    for (const batch of this.#batches) {
      // An agent may refuse a batch as a whole, with an error that names no request.
      if (id === 'null') for (const each of batch) this.#requests.delete(each);
      else if (!batch.includes(id)) continue;
      this.#batches.delete(batch);
      return;
    }
  }

  #noteState(frame: string): void {
    const { params } = parsed(frame);
    const { sessionId, update } = fieldsOf(params);
    const { sessionUpdate, state } = fieldsOf(update);
    if (sessionUpdate !== 'state_update' || typeof sessionId !== 'string') return;
    if (state === 'idle') this.#running.delete(sessionId);
    else this.#running.add(sessionId);
  }
}

/** Returns the texts of the messages in a frame that is a batch; `undefined` for any other. */
export function batchEntries(frame: string): readonly string[] | undefined {
  // Nearly all frames show at their first character that they are none.
  if (frame[0] === '{' || !/^\s*\[/.test(frame)) return undefined;
  return outlineMessage(frame) === undefined ? undefined : entryTexts(frame);
}

/** Returns the request in a frame of the client; `undefined` if it is something else. */
export function requestIn(frame: string): ClientRequest | undefined {
  REQUEST.lastIndex = 0;
  const [, id, method] = REQUEST.exec(frame) ?? [];
  if (id !== undefined && method !== undefined) return { id, method };
  RESPONSE.lastIndex = 0;
  if (RESPONSE.test(frame)) return undefined;
  const outline = outlineMessage(frame);
  if (outline?.type !== 'request' || outline.id === undefined || outline.method === undefined) return undefined;
  return { id: outline.id, method: outline.method };
}

function responseId(frame: string): string | undefined {
  const outline = outlineMessage(frame);
  return outline?.type === 'response' ? outline.id : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function parsed(frame: string): Fields {
  try {
    return fieldsOf(JSON.parse(frame));
  } catch {
    return {};
  }
}
