import { memberOf } from './member-of.ts';

/** How a session is opened. */
interface Opening {
  readonly method: string;
  readonly params: object;
}

/** The key in `_meta` of `initialize` by which a node asks for the positions of sessions in the log. */
const positionsKey = 'emend/positions';
const afterKey = 'emend/after';

/** In November, loading is resuming from the start. */
const resumeFromStart: Opening = { method: 'session/resume', params: { replayFrom: { type: 'start' } } };

/**
 * How the sessions of a client are opened on another node, so that it gets what it has missed. Up to where in the log it has a session is known
 * after the session was opened, and between turns. If it is not known, a client of a draft gets the whole session: what is repeated has a
 * name there, so that nothing is doubled. A client of v1 would show it a second time, and gets nothing.
 */
export class Reopening {
  readonly #positions = new Map<string, number>();
  #isV1 = true;
  #whole: Opening = { method: 'session/resume', params: {} };
  /** Whether the client itself asks for positions. */
  isTold = false;

  /** Takes how the client introduces itself. */
  greeted(greeting: unknown): void {
    const meta = memberOf(greeting, '_meta');
    this.isTold = memberOf(meta, 'emend/shared') === 1 || memberOf(meta, positionsKey) === 1;
    const version = memberOf(greeting, 'protocolVersion');
    const isDraft = typeof version === 'number' && version >= 2;
    // Some say 2 in the words of v1.
    this.#isV1 = !isDraft || (isKnown(greeting, 'clientCapabilities') && !isKnown(greeting, 'capabilities'));
    this.#whole = { method: this.#isV1 ? 'session/resume' : 'session/load', params: {} };
  }

  /** A session was opened. A v1 client may have got a part of a message, which cannot be told from the rest of it later. */
  opened(session: string, answer: unknown): void {
    this.#note(session, this.#isV1 ? undefined : memberOf(memberOf(answer, '_meta'), 'emend/position'));
  }

  /** A turn waits, runs or has ended. */
  turned(session: string, news: unknown): void {
    if (memberOf(memberOf(news, 'turn'), 'state') === 'ended') this.#note(session, memberOf(news, 'position'));
  }

  /** The client sends a prompt, which one of v1 shows at once. */
  prompted(session: string): void {
    if (this.#isV1) this.#positions.delete(session);
  }

  /** The client has more of a session than before, or no longer has it. */
  passed(session: string): void {
    this.#positions.delete(session);
  }

  /** Returns how a session is opened again. Its position is known again when that is answered. */
  of(session: string): Opening {
    const position = this.#positions.get(session);
    if (position === undefined) return this.#whole;
    this.#positions.delete(session);
    const _meta = { [afterKey]: position, ...(this.#isV1 && { 'emend/else': 'nothing' }) };
    return { method: 'session/resume', params: { _meta } };
  }

  /** The node does not know the method; returns whether there is another way. */
  hasAnother(method: string, params: unknown): boolean {
    if (isKnown(memberOf(params, '_meta'), afterKey)) return true;
    if (method !== 'session/load') return false;
    this.#whole = resumeFromStart;
    return true;
  }

  #note(session: string, position: unknown): void {
    if (typeof position === 'number') this.#positions.set(session, position);
    else this.#positions.delete(session);
  }
}

/** Returns how a client is introduced to the agent of a node: as it introduces itself, but asking for positions. */
export function askingForPositions(greeting: string): string {
  const message = JSON.parse(greeting) as Readonly<Record<string, unknown>>;
  const params = message['params'] as object;
  const _meta = { ...(memberOf(params, '_meta') as object), [positionsKey]: 1 };
  return JSON.stringify({ ...message, params: { ...params, _meta } });
}

/** Returns what a session was opened with and is opened with again: all but what is said of this once. */
export function rootsOf(params: unknown): object {
  const { sessionId: _, _meta, replayFrom: __, ...roots } = params as Record<string, unknown>;
  const role = memberOf(_meta, 'emend/role');
  return role === undefined ? roots : { ...roots, _meta: { 'emend/role': role } };
}

function isKnown(value: unknown, name: string): boolean {
  const member = memberOf(value, name);
  return member !== undefined && member !== null;
}
