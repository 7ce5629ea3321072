import type { Dialect } from '../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import type { Answer, PeerLine } from '../peer-line.ts';
import type { SeenFrame } from '../verdict.ts';
import { AgentTurn } from './agent-turn.ts';

/** The options of every permission request of the kit. */
export const permissionOptions = [
  { optionId: 'yes-once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no-once', name: 'No', kind: 'reject_once' },
] as const;

/** What the kit says as the agent behind a bridge, in the words of one dialect. */
export class AgentPart {
  readonly line: PeerLine;
  readonly dialect: Dialect;
  /** What the agent does with a prompt; by default it says a word and ends the turn. */
  onPrompt: (turn: AgentTurn) => void = (turn) => {
    turn.say('Hello.');
    turn.end();
  };
  /** What it tells again when a session is opened again. */
  history: readonly JsonObject[] = [];
  #sessions = 0;
  #prompts = 0;

  /** `sessions` is what the names of its sessions begin with. */
  constructor(line: PeerLine, dialect: Dialect, sessions = 'session') {
    this.line = line;
    this.dialect = dialect;
    line.responders.set('session/new', () => ({ sessionId: `${sessions}-${++this.#sessions}` }));
    line.responders.set('session/list', () => ({ sessions: [] }));
    for (const method of ['session/close', 'session/delete', 'authenticate', 'auth/login'])
      line.responders.set(method, () => ({}));
    line.responders.set('session/load', (params) => this.#reopened(params, true));
    line.responders.set('session/resume', (params) => this.#reopened(params, isObject(params['replayFrom'])));
    line.responders.set('session/prompt', (params, id) => {
      this.onPrompt(new AgentTurn(this, { id, params, number: ++this.#prompts }));
      return undefined;
    });
  }

  /** Sends an update of a session. */
  update(sessionId: unknown, update: JsonObject): SeenFrame {
    return this.line.notify('session/update', { sessionId, update });
  }

  /** Asks for permission to run a tool call. */
  askPermission(
    sessionId: unknown,
    toolCall: JsonObject,
    options: readonly JsonObject[] = permissionOptions,
  ): { readonly id: number; readonly sent: SeenFrame; readonly answer: Promise<Answer> } {
    const about =
      this.dialect === 'november'
        ? { title: toolCall['title'], subject: { type: 'tool_call', toolCall } }
        : { toolCall };
    return this.line.ask('session/request_permission', { sessionId, ...about, options });
  }

  #reopened({ sessionId }: JsonObject, replays: boolean): JsonObject {
    if (replays) for (const update of this.history) this.update(sessionId, update);
    if (this.dialect === 'november') this.update(sessionId, { sessionUpdate: 'state_update', state: 'idle' });
    return {};
  }
}
