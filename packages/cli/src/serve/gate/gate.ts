import {
  entryTexts,
  errorText,
  isRequestId,
  kindOf,
  type RequestMessage,
  type ResponseMessage,
  RpcError,
} from '@emend/acp/jsonrpc';
import { isObject } from '@emend/acp/protocol';
import { valueSpans } from '../json-members.ts';
import { ambiguityOf } from './ambiguity.ts';
import type { DirectoryRules } from './directories.ts';
import { invalidRequest, notJson, partOfRefused, tooManySessions } from './refusals.ts';
import { withAllowedDirectories } from './request-directories.ts';

/** Rules for what passes through a {@link Gate}. */
export interface GateRules {
  readonly directories: DirectoryRules;
  /** How many sessions a connection may have open. */
  readonly sessions: number;
}

/** What becomes of a frame of the client: it passes, perhaps changed, or it is answered here. */
interface Passage {
  readonly pass?: string;
  readonly answer?: string;
}

const opening: ReadonlySet<unknown> = new Set(['session/new', 'session/load', 'session/resume', 'session/fork']);
const closing: ReadonlySet<unknown> = new Set(['session/close', 'session/delete']);

// Nearly every frame of an agent is an update, which answers nothing.
const update = '{"jsonrpc":"2.0","method":"session/update"';

/** What was asked. */
interface Asked {
  readonly type: 'open' | 'close' | 'other';
  readonly sessionId: unknown;
}

/** What came before a request in the same frame. */
interface Before {
  /** The number of sessions asked for. */
  opened: number;
  readonly ids: Set<unknown>;
}

/** Lets messages of one client through that keep to the rules. */
export class Gate {
  readonly #rules: GateRules;
  /** The requests without an answer, by their ids, of which each is there once. */
  readonly #asked = new Map<unknown, Asked>();
  readonly #sessions = new Set<unknown>();
  /** Sessions that ended before the answer that opens them came by. */
  readonly #endedEarly = new Set<unknown>();

  constructor(rules: GateRules) {
    this.#rules = rules;
  }

  /** Returns what becomes of a frame of the client. */
  fromClient(frame: string): Passage {
    const value = parsed(frame);
    // An agent might find a message in it where nothing was checked.
    if (value === undefined) return { answer: errorText('null', notJson()) };
    if (Array.isArray(value)) return this.#batch(frame, value);
    const allowed = this.#allowed(frame, value, { opened: 0, ids: new Set() });
    if (allowed instanceof RpcError) return { answer: errorText(idText(frame), allowed) };
    this.#ask(value);
    return { pass: allowed };
  }

  /** Sees a frame of the agent. */
  fromAgent(frame: string): void {
    if (this.#asked.size === 0 || frame.startsWith(update) || !mayAnswer(frame)) return;
    const value = parsed(frame);
    for (const message of Array.isArray(value) ? value : [value])
      if (kindOf(message) === 'response') this.#answered(message as ResponseMessage);
  }

  /** A session is open no more, because its agent has ended. */
  sessionEnded(id: string): void {
    if (!this.#sessions.delete(id) && this.#openingSessions() > 0) this.#endedEarly.add(id);
  }

  /** A batch with a request that is refused is refused as a whole. */
  #batch(frame: string, messages: readonly unknown[]): Passage {
    const before: Before = { opened: 0, ids: new Set() };
    const entries = entryTexts(frame).map((text, index) => {
      const message = messages[index];
      const allowed = this.#allowed(text, message, before);
      if (isCall(message)) {
        before.ids.add(message.id);
        if (opening.has(message.method)) before.opened += 1;
      }
      return { text, message, allowed };
    });
    if (entries.some(({ allowed }) => allowed instanceof RpcError)) {
      const answers = entries
        .filter(({ message, allowed }) => isAsking(message) || allowed instanceof RpcError)
        .map(({ text, allowed }) => errorText(idText(text), allowed instanceof RpcError ? allowed : partOfRefused()));
      return { answer: `[${answers.join(',')}]` };
    }
    for (const { message } of entries) this.#ask(message);
    const isChanged = entries.some(({ text, allowed }) => text !== allowed);
    return { pass: isChanged ? `[${entries.map(({ allowed }) => allowed).join(',')}]` : frame };
  }

  /** Returns the text of a message as it may pass, or the error that refuses it. */
  #allowed(text: string, message: unknown, before: Before): string | RpcError {
    const ambiguity = isObject(message) ? ambiguityOf(text) : undefined;
    if (ambiguity !== undefined) return invalidRequest(ambiguity);
    if (!isCall(message)) return text;
    const { id, method, params } = message;
    if (id !== undefined && !isRequestId(id)) return invalidRequest('An id is a number, a string or null.');
    if (id !== undefined && (this.#asked.has(id) || before.ids.has(id)))
      return invalidRequest('A request with this id is still waiting for its answer.');
    if (opening.has(method) && !this.#isOpen(method, params)) {
      const { sessions } = this.#rules;
      if (this.#sessions.size + this.#openingSessions() + before.opened >= sessions) return tooManySessions(sessions);
    }
    return withAllowedDirectories(text, { method, params }, this.#rules.directories);
  }

  #isOpen(method: string, params: unknown): boolean {
    return method !== 'session/fork' && this.#sessions.has(sessionOf(params));
  }

  /** Remembers a request until it is answered. */
  #ask(message: unknown): void {
    if (!isAsking(message)) return;
    const { id, method, params } = message;
    const type = opening.has(method) ? 'open' : closing.has(method) ? 'close' : 'other';
    this.#asked.set(id, { type, sessionId: sessionOf(params) });
  }

  #openingSessions(): number {
    let count = 0;
    for (const { type } of this.#asked.values()) if (type === 'open') count += 1;
    return count;
  }

  #answered(response: ResponseMessage): void {
    const asked = this.#asked.get(response.id);
    if (asked === undefined) return;
    this.#asked.delete(response.id);
    const { result } = response;
    const isDone = response.error === undefined;
    if (asked.type === 'close' && isDone) this.#sessions.delete(asked.sessionId);
    else if (asked.type === 'open' && isDone) {
      const given = isObject(result) ? result['sessionId'] : undefined;
      const opened = typeof given === 'string' ? given : asked.sessionId;
      if (!this.#endedEarly.delete(opened)) this.#sessions.add(opened);
    }
    if (this.#openingSessions() === 0) this.#endedEarly.clear();
  }
}

/** Returns whether a frame may have an answer. A cheap look, because most frames have none. */
function mayAnswer(frame: string): boolean {
  return frame.includes('"result"') || frame.includes('"error"');
}

/** Returns the value of a JSON text, or `undefined` if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a value may be taken for a request, also by an agent that is not strict. */
function isCall(value: unknown): value is RequestMessage {
  return isObject(value) && typeof value['method'] === 'string';
}

function isAsking(value: unknown): value is RequestMessage {
  return isCall(value) && value.id !== undefined;
}

function sessionOf(params: unknown): unknown {
  return isObject(params) ? params['sessionId'] : undefined;
}

/** Returns the text of the id of a request, exactly as it is written; `null` for what cannot be an id. */
function idText(text: string): string {
  const span = valueSpans(text, ['id']).at(-1);
  const id = span === undefined ? 'null' : text.slice(span.start, span.end);
  return /^["\d-]/.test(id) ? id : 'null';
}
