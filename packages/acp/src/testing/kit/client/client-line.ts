import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import { readClient } from '../../../protocol/handshake.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { ErrorAnswer, type PeerLine } from '../peer-line.ts';
import { fail, type SeenFrame } from '../verdict.ts';
import { type AgentOffers, type ClientWords, clientWords } from './client-words.ts';

/** A request of the client. */
export interface SeenRequest {
  readonly frame: SeenFrame;
  readonly id: unknown;
  readonly params: JsonObject;
}

/** A session that the client has opened. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly request: SeenRequest;
}

/** The id of the session that the agent of the kit gives out. */
export const sessionId = 'emend-check-session';

/** The sessions that the agent of the kit has from earlier. */
export const earlierSession = 'emend-check-earlier';

/** One connection on which the kit is the agent of a client: by itself it answers as a right agent, and a check says what it does in a turn. */
export class ClientLine {
  readonly line: PeerLine;
  readonly dialect: Dialect;
  readonly words: ClientWords;
  #messages = 0;

  constructor(line: PeerLine, dialect: Dialect, offers: AgentOffers = {}) {
    this.line = line;
    this.dialect = dialect;
    this.words = clientWords[dialect];
    this.#answerAsRightAgent(offers);
  }

  /** Everything that the client has sent so far. */
  get sent(): readonly SeenFrame[] {
    return this.line.frames.filter(({ from }) => from === 'client');
  }

  /** Returns the requests and notifications of the client so far. */
  requests(method?: string): readonly SeenFrame[] {
    return this.sent.filter(({ message }) => isObject(message) && isCall(message) && isNamed(message, method));
  }

  /** Waits for a request or notification of the client, whether it has come already or is still to come. */
  async request(method: string, count = 1): Promise<SeenRequest> {
    const isIt = ({ from, message }: SeenFrame) =>
      from === 'client' && isObject(message) && message['method'] === method;
    const seen = this.line.frames.filter(isIt);
    let left = count - seen.length;
    const frame =
      seen[count - 1] ??
      (await this.line.next((each) => {
        if (isIt(each)) left -= 1;
        return left === 0 && isIt(each);
      }, method));
    return requestIn(frame);
  }

  /** Waits until the client has opened a session. */
  async opened(): Promise<OpenedSession> {
    const request = await this.request('session/new');
    return { sessionId, request };
  }

  /** Sends an update of the session. */
  update(update: unknown, session = sessionId): SeenFrame {
    return this.line.notify('session/update', { sessionId: session, update });
  }

  /** Says something, in a message of its own. */
  say(words: string, session = sessionId): SeenFrame {
    this.#messages += 1;
    return this.update(this.words.chunk(words, `said-${this.#messages}`), session);
  }

  /** Begins the turn of a prompt, as a right agent does. */
  begin({ id, params }: Omit<SeenRequest, 'frame'>, session = sessionId): void {
    if (!this.words.endsByState) return;
    const messageId = `prompt-${String(id)}`;
    this.update({ sessionUpdate: 'user_message', messageId, content: params['prompt'] }, session);
    this.line.send({ jsonrpc: '2.0', id, result: { messageId } });
    this.update({ sessionUpdate: 'state_update', state: 'running' }, session);
  }

  /** Ends the turn of a prompt, as a right agent does. */
  end({ id }: Omit<SeenRequest, 'frame'>, stopReason = 'end_turn', session = sessionId): SeenFrame {
    if (this.words.endsByState)
      return this.update({ sessionUpdate: 'state_update', state: 'idle', stopReason }, session);
    return this.line.send({ jsonrpc: '2.0', id, result: { stopReason } });
  }

  #answerAsRightAgent(offers: AgentOffers): void {
    const { responders } = this.line;
    responders.set('initialize', (params) => {
      const { refusal } = readClient(params, [this.dialect]);
      if (refusal !== undefined) throw new ErrorAnswer(refusal.code, refusal.message);
      return this.words.initialized(offers);
    });
    responders.set('session/new', () => ({ sessionId }));
    // The check answers it.
    responders.set('session/prompt', () => undefined);
    if (dialects[this.dialect].methods['session/close'] !== undefined) responders.set('session/close', () => ({}));
    responders.set('session/set_config_option', () => ({ configOptions: [] }));
    if (offers.earlierSessions !== true && this.dialect !== 'november') return;
    responders.set('session/list', ({ cwd }) => ({
      sessions: [{ sessionId: earlierSession, cwd: typeof cwd === 'string' ? cwd : '/' }],
    }));
    for (const opening of this.words.openings) {
      responders.set(opening, ({ sessionId: wanted }) => {
        if (wanted !== earlierSession) throw new ErrorAnswer(-32002, 'Session not found');
        if (this.words.endsByState) this.update({ sessionUpdate: 'state_update', state: 'idle' }, earlierSession);
        return {};
      });
    }
  }
}

/** Returns whether a message asks for something or tells something. */
export function isCall(message: JsonObject): boolean {
  return typeof message['method'] === 'string';
}

/** Returns the request in a frame. */
export function requestIn(frame: SeenFrame): SeenRequest {
  const message = isObject(frame.message) ? frame.message : fail('a message was expected', frame);
  const { id, params } = message;
  return { frame, id, params: isObject(params) ? params : {} };
}

function isNamed({ method }: JsonObject, name: string | undefined): boolean {
  return name === undefined || method === name;
}
