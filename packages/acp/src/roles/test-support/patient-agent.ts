import { deferred } from '../../jsonrpc/test-support/connect.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { agent } from '../agent/agent.ts';
import type { AsyncAgentDefinition } from '../agent/definition.ts';
import type { Turn } from '../agent/turn.ts';
import type { Json } from './raw-client.ts';

/** Returns an agent that stores its sessions, and whose turns say a word, wait to be let go, and say another. */
export function patientAgent(extra: Partial<AsyncAgentDefinition> = {}) {
  const log = new MemoryLog();
  const turns: Turn[] = [];
  const gates = new Map<string, ReturnType<typeof deferred<void>>>();
  const gate = (text: string) => {
    const known = gates.get(text) ?? deferred();
    gates.set(text, known);
    return known;
  };
  const served = agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      turns.push(turn);
      const message = turn.message();
      await message.append(`${turn.text} begins, `);
      await gate(turn.text).promise;
      await message.append(`${turn.text} ends`);
    },
    ...extra,
  });
  return { log, turns, served, goOn: (text: string) => gate(text).resolve() };
}

/** Returns whether a message has a word in it. */
export const hasText = (message: Json, word: string): boolean => JSON.stringify(message).includes(word);

/** Returns a test for updates with a word in them. */
export const tells =
  (word: string) =>
  (message: Json): boolean =>
    message['method'] === 'session/update' && hasText(message, word);
