import { type Incoming, type PlainAgent, plainAgent, type Script, type Voice } from './v1-agent.ts';

const handshake = {
  protocolVersion: 2,
  info: { name: 'november', version: '1' },
  capabilities: { session: { delete: {} } },
};

/** Returns a November agent that does what its script says; what it does not say is answered with `{}`. */
export function novemberAgent(script: Script = {}, changed: object = {}): PlainAgent {
  return plainAgent({ ...handshake, ...changed }, script);
}

/** Returns a state update. */
export function state(name: string, rest: object = {}): object {
  return { sessionUpdate: 'state_update', state: name, ...rest };
}

/** Returns an idle update with a stop reason. */
export function idle(stopReason: string, rest: object = {}): object {
  return state('idle', { stopReason, ...rest });
}

/** Returns the message that repeats a prompt. */
export function echo(messageId: string, { params }: Incoming): object {
  return { sessionUpdate: 'user_message', messageId, content: params['prompt'] };
}

/** Inserts a prompt as the official agents do: the message, the answer, and the work begins. */
export function insert(voice: Voice, prompt: Incoming, messageId: string): void {
  voice.update(echo(messageId, prompt));
  voice.answer(prompt, { messageId });
  voice.update(state('running'));
}

/** Returns the methods and params that the agent received after the session was opened; responses as their results. */
export function heard({ received }: PlainAgent): readonly unknown[] {
  const from = received.findIndex(({ method }) => method === 'session/new');
  return received
    .slice(from + 1)
    .map((message) => (message.method === undefined ? message : [message.method, message.params]));
}
