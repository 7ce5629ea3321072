import type { JsonObject } from '../../../protocol/reading/guard.ts';
import type { Answer } from '../peer-line.ts';
import type { SeenFrame } from '../verdict.ts';
import type { AgentPart } from './agent-part.ts';

/** A turn of the kit as the agent behind a bridge. */
export class AgentTurn {
  readonly sessionId: unknown;
  /** The params of the prompt as they arrived. */
  readonly params: JsonObject;
  /** The id of the prompt as it arrived. */
  readonly id: unknown;
  readonly #agent: AgentPart;
  readonly #number: number;
  #isAccepted = false;

  constructor(
    agent: AgentPart,
    prompt: { readonly id: unknown; readonly params: JsonObject; readonly number: number },
  ) {
    this.#agent = agent;
    this.#number = prompt.number;
    this.id = prompt.id;
    this.params = prompt.params;
    this.sessionId = prompt.params['sessionId'];
  }

  /** Sends an update; the first one of a turn is preceded by what the dialect says when a prompt is accepted. */
  update(update: JsonObject): SeenFrame {
    this.#accept();
    return this.#agent.update(this.sessionId, update);
  }

  /** Sends a piece of a message. */
  say(text: string, kind: 'agent_message_chunk' | 'agent_thought_chunk' = 'agent_message_chunk'): SeenFrame {
    const messageId = `${kind === 'agent_message_chunk' ? 'message' : 'thought'}-${this.#number}`;
    return this.update({ sessionUpdate: kind, messageId, content: { type: 'text', text } });
  }

  /** Tells of a tool call for the first time. */
  announce(toolCall: JsonObject): SeenFrame {
    return this.update({ sessionUpdate: this.#agent.dialect === 'v1' ? 'tool_call' : 'tool_call_update', ...toolCall });
  }

  /** Asks for permission, and returns the answer. */
  async ask(toolCall: JsonObject, options?: readonly JsonObject[]): Promise<Answer> {
    this.#state({ state: 'requires_action' });
    const { answer } = this.#agent.askPermission(this.sessionId, toolCall, options);
    const answered = await answer;
    this.#state({ state: 'running' });
    return answered;
  }

  /** Ends the turn. */
  end(stopReason = 'end_turn', more: JsonObject = {}): void {
    this.#accept();
    if (!this.#state({ state: 'idle', stopReason, ...more })) this.#answer({ result: { stopReason, ...more } });
  }

  /** Ends a turn that has begun with an error. */
  fail(error: JsonObject): void {
    this.#accept();
    if (!this.#state({ state: 'idle', stopReason: 'error', error })) this.#answer({ error });
  }

  /** Refuses a prompt before it has begun. */
  refuse(error: JsonObject): void {
    this.#answer({ error });
  }

  #accept(): void {
    if (this.#isAccepted) return;
    this.#isAccepted = true;
    if (this.#agent.dialect !== 'november') return;
    const messageId = `user-${this.#number}`;
    this.#agent.update(this.sessionId, { sessionUpdate: 'user_message', messageId, content: this.params['prompt'] });
    this.#answer({ result: { messageId } });
    this.#state({ state: 'running' });
  }

  /** Tells a state, in the dialect that has states; returns whether it has. */
  #state(state: JsonObject): boolean {
    if (this.#agent.dialect !== 'november') return false;
    this.#agent.update(this.sessionId, { sessionUpdate: 'state_update', ...state });
    return true;
  }

  #answer(answer: JsonObject): void {
    this.#agent.line.send({ jsonrpc: '2.0', id: this.id, ...answer });
  }
}
