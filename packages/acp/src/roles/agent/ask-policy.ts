import type { ServeOptions } from './serve.ts';
import type { SessionClient } from './session-clients.ts';
import type { SessionLink } from './session-link.ts';

/**
 * Which of the clients that may answer are asked a question of the agent: all of them (`first`, since the first answer counts); the one whose
 * prompt the agent works on, as long as it is there and has not abstained, and then all of them (`prompter`); those whose connections come
 * from the machine of the server itself (`local`).
 */
export type AskPolicy = 'first' | 'prompter' | 'local';

/** A question, as far as it decides who is asked. */
interface Asking {
  readonly policy: AskPolicy;
  /** The connection of the prompt that the agent works on; undefined if nobody prompted it. */
  readonly prompter: object | undefined;
  /** Returns whether the client of a connection was asked and has abstained. */
  readonly hasAbstained: (connection: object) => boolean;
}

/** Returns whether an answer of a client that was asked counts: a connection may have moved since. */
export function countsNow({ link }: SessionClient, policy: AskPolicy): boolean {
  return policy !== 'local' || link.isLocal();
}

/** Returns those of the clients whose answers count who are asked now. All that counts is what the server knows of their connections. */
export function askedNow(
  clients: readonly SessionClient[],
  { policy, prompter, hasAbstained }: Asking,
): readonly SessionClient[] {
  const first = policy === 'prompter' && prompter !== undefined && !hasAbstained(prompter);
  const own = first ? clients.filter(({ link }) => link.connection === prompter) : [];
  return own.length > 0 ? own : clients;
}

/** Returns the rules for questions of a connection. One that the server knows nothing about is local, as one over standard input and output. */
export function rulesOf({
  unattended = 'reject',
  ask = 'first',
  isLocal = true,
}: ServeOptions): Pick<SessionLink, 'unattended' | 'ask' | 'isLocal'> {
  return { unattended, ask, isLocal: () => (typeof isLocal === 'function' ? isLocal() : isLocal) };
}
