import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { type Agent, agent } from '../agent/agent.ts';
import type { ServeOptions } from '../agent/serve.ts';
import { type Json, type RawClient, rawClientOf } from './raw-client.ts';

/** Returns an agent that asks in each turn, and remembers what it heard and what the log had by then. */
export function askingAgent() {
  const log = new MemoryLog();
  const heard: unknown[] = [];
  const stored: unknown[] = [];
  const served = agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      const { outcome } = await turn.requestPermission({ toolCallId: turn.text, title: 'Publish' });
      heard.push('optionId' in outcome ? outcome.optionId : outcome.outcome);
      const entries = await entriesOf(log, turn.session.id);
      stored.push(entries.map(({ event }) => event).findLast(({ type }) => type === 'permission_answered'));
    },
  });
  return { log, heard, stored, served };
}

export const isQuestion = ({ method }: Json): boolean => method === 'session/request_permission';
export const isWithdrawal = ({ method }: Json): boolean => method === '$/cancel_request';

const chose = (optionId: string) => ({ result: { outcome: { outcome: 'selected', optionId } } });
export const allow = chose('allow');
export const reject = chose('reject');

/** Opens a session with one client, and has others of all dialects join it. */
export async function together(
  served: Agent,
  others: number,
  serving: ServeOptions = {},
): Promise<{ readonly sessionId: string; readonly clients: readonly RawClient[] }> {
  const dialects = ['june', 'november', 'v1'] as const;
  const first = await rawClientOf(served, 'june', { serving });
  const sessionId = await first.open();
  const clients = [first];
  for (let count = 1; count <= others; count++) {
    const client = await rawClientOf(served, dialects[count % 3] ?? 'june', { serving });
    await client.load(sessionId);
    clients.push(client);
  }
  return { sessionId, clients };
}

export const closeAll = (clients: readonly RawClient[]) => Promise.all(clients.map((client) => client.close()));
