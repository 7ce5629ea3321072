import { expect } from 'vitest';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import { novemberAgent } from './november-agent.ts';
import type { Incoming, PlainAgent, Script } from './v1-agent.ts';

/** A session with a November agent. */
interface Opened extends PlainAgent, AsyncDisposable {
  readonly client: Client;
  readonly session: ClientSession;
  /** The prompts that arrived. */
  readonly prompts: readonly Incoming[];
  /** Resolves when each side has handled all that the other has sent. */
  flush(): Promise<void>;
}

/** Opens a session with an agent that takes prompts, and says only what the test says. */
export async function opened(script: Script = {}, options: ClientOptions = {}, changed: object = {}): Promise<Opened> {
  const prompts: Incoming[] = [];
  const agent = novemberAgent({ 'session/prompt': (message) => void prompts.push(message), ...script }, changed);
  const client = await connect(agent.transport, options);
  const session = await client.newSession({ cwd: '/project' });
  return {
    ...agent,
    client,
    session,
    prompts,
    flush: async () => void (await client.request('_flush')),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Resolves with a prompt once it has arrived; prompts are counted from 1. */
export async function prompted({ prompts }: Pick<Opened, 'prompts'>, count = 1): Promise<Incoming> {
  await expect.poll(() => prompts.length).toBe(count);
  return prompts[count - 1] as Incoming;
}

/** What has become of a promise by now. */
export async function now<T>(promise: Promise<T>): Promise<T | 'open'> {
  await new Promise((resolve) => setTimeout(resolve));
  return Promise.race([promise, Promise.resolve('open' as const)]);
}
