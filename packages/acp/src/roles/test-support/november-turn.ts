import { expect } from 'vitest';
import { UpdateSessionNotification } from '../../protocol/november/generated/session-update.ts';
import type { AsyncAgentDefinition } from '../agent/definition.ts';
import type { Turn } from '../agent/turn.ts';
import { type Answers, type Json, rawClient, textPrompt } from './raw-client.ts';

/** Runs one turn with a November client, and returns what it got between `running` and `idle`. */
export async function toNovember(
  prompt: (turn: Turn) => Promise<never | void>,
  {
    answers = {},
    capabilities = {},
    more = {},
  }: { answers?: Answers; capabilities?: Json; more?: Partial<AsyncAgentDefinition> } = {},
) {
  const client = await rawClient('november', { prompt, ...more }, { answers, capabilities });
  const sessionId = await client.open();
  await client.ask('session/prompt', textPrompt(sessionId, 'go'));
  await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'idle');
  for (const { method, params } of client.received) {
    if (method === 'session/update') expect(UpdateSessionNotification.is(params)).toBe(true);
  }
  const updates = client.updates();
  const running = updates.findIndex(({ state }) => state === 'running');
  return { client, sessionId, updates: updates.slice(running + 1, -1), idle: updates.at(-1) };
}
