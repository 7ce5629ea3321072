import { errorText, kindOf, type RequestMessage, type ResponseMessage, RpcError } from '@emend/acp/jsonrpc';
import { isObject } from '@emend/acp/protocol';
import { entryTexts, valueSpans } from '../json-members.ts';
import type { DirectoryRules } from './directories.ts';
import { partOfRefused, tooManySessions } from './refusals.ts';
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

/** What was asked and matters here when it is answered. */
interface Asked {
  readonly type: 'open' | 'close';
  readonly sessionId: unknown;
}

/** Lets messages of one client through that keep to the rules. */
export class Gate {
  readonly #rules: GateRules;
  readonly #asked = new Map<unknown, Asked>();
  readonly #sessions = new Set<unknown>();

  constructor(rules: GateRules) {
    this.#rules = rules;
  }

  /** Returns what becomes of a frame of the client. */
  fromClient(frame: string): Passage {
    const value = parsed(frame);
    if (Array.isArray(value)) return this.#batch(frame, value);
    if (!isCall(value)) return { pass: frame };
    const allowed = this.#allowed(frame, value, 0);
    if (allowed instanceof RpcError) return { answer: errorText(idText(frame), allowed) };
    this.#ask(value);
    return { pass: allowed };
  }

  /** Sees a frame of the agent. */
  fromAgent(frame: string): void {
    if (this.#asked.size === 0 || frame.startsWith(update)) return;
    const value = parsed(frame);
    for (const message of Array.isArray(value) ? value : [value])
      if (kindOf(message) === 'response') this.#answered(message as ResponseMessage);
  }

  /** A batch with a request that is refused is refused as a whole. */
  #batch(frame: string, messages: readonly unknown[]): Passage {
    let opened = 0;
    const entries = entryTexts(frame).map((text, index) => {
      const request = isCall(messages[index]) ? messages[index] : undefined;
      const allowed = request === undefined ? text : this.#allowed(text, request, opened);
      if (request !== undefined && opening.has(request.method)) opened += 1;
      return { text, request, allowed };
    });
    if (entries.some(({ allowed }) => allowed instanceof RpcError)) {
      const answers = entries
        .filter(({ request, allowed }) => request?.id !== undefined || allowed instanceof RpcError)
        .map(({ text, allowed }) => errorText(idText(text), allowed instanceof RpcError ? allowed : partOfRefused()));
      return { answer: `[${answers.join(',')}]` };
    }
    for (const { request } of entries) if (request !== undefined) this.#ask(request);
    const isChanged = entries.some(({ text, allowed }) => text !== allowed);
    return { pass: isChanged ? `[${entries.map(({ allowed }) => allowed).join(',')}]` : frame };
  }

  /** Returns the text of a request as it may pass, or the error that refuses it; `more` sessions are asked for before it. */
  #allowed(text: string, { method, params }: RequestMessage, more: number): string | RpcError {
    if (opening.has(method) && !this.#isOpen(method, params)) {
      const { sessions } = this.#rules;
      if (this.#sessions.size + this.#openingSessions() + more >= sessions) return tooManySessions(sessions);
    }
    return withAllowedDirectories(text, { method, params }, this.#rules.directories);
  }

  #isOpen(method: string, params: unknown): boolean {
    return method !== 'session/fork' && this.#sessions.has(sessionOf(params));
  }

  /** Remembers a request whose answer matters here. */
  #ask({ id, method, params }: RequestMessage): void {
    if (id === undefined) return;
    const sessionId = sessionOf(params);
    if (closing.has(method)) this.#asked.set(id, { type: 'close', sessionId });
    else if (opening.has(method)) this.#asked.set(id, { type: 'open', sessionId });
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
      this.#sessions.add(typeof given === 'string' ? given : asked.sessionId);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The bridge answers what is no JSON.
    return undefined;
  }
}

/** Returns whether a value may be taken for a request, also by an agent that is not strict. */
function isCall(value: unknown): value is RequestMessage {
  return isObject(value) && typeof value['method'] === 'string';
}

function sessionOf(params: unknown): unknown {
  return isObject(params) ? params['sessionId'] : undefined;
}

/** Returns the text of the id of a request, exactly as it is written. */
function idText(text: string): string {
  const span = valueSpans(text, ['id']).at(-1);
  return span === undefined ? 'null' : text.slice(span.start, span.end);
}
