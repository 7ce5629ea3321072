import { type Translator, translator } from '@emend/acp/bridge';
import { applyEvent, newSessionState, readUpdate } from '@emend/acp/session';
import { atMostTimes } from './goals.ts';
import type { Measure } from './harness.ts';
import { heap } from './heap.ts';

/** Measures the memory that the bridge keeps per message and tool call, compared with the state of the same session. */
export function bridgedIds(way: string, client: 'v1' | 'june', ids: number): Measure {
  return {
    name: `memory of ${ids.toLocaleString('en')} messages and as many tool calls, ${way}`,
    unit: 'bytes each',
    better: 'lower',
    goal: atMostTimes(1, 'folded state'),
    runs: 'alike',
    contestants: {
      ours: async () => bytesEach(ids, translating(client)),
      'folded state': async () => bytesEach(ids, folding()),
    },
  };
}

/** Takes updates and keeps some of their data. `drop` releases it, since the engine may keep the function itself alive. */
interface Keeper {
  take(update: object): void;
  drop(): void;
  /** The name of the update that announces a tool call. */
  readonly toolCall: string;
}

function translating(client: 'v1' | 'june'): Keeper {
  let machine: Translator | undefined = translator({ client, agent: client === 'v1' ? 'june' : 'v1' });
  return {
    take: (update) =>
      machine?.fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } }),
    drop() {
      machine = undefined;
    },
    toolCall: client === 'v1' ? 'tool_call_update' : 'tool_call',
  };
}

function folding(): Keeper {
  let state = newSessionState();
  return {
    take(update) {
      state = applyEvent(state, readUpdate(update));
    },
    drop() {
      state = newSessionState();
    },
    toolCall: 'tool_call_update',
  };
}

function bytesEach(ids: number, { take, drop, toolCall }: Keeper): number {
  const before = heap();
  // Copied, so that every message has its own strings, as when it is received.
  const send = (update: object) => take(JSON.parse(JSON.stringify(update)));
  for (let id = 0; id < ids; id++) {
    const content = { type: 'text', text: `a few words of answer ${id}` };
    send({ sessionUpdate: 'agent_message_chunk', messageId: `m${id}`, content });
    send({
      sessionUpdate: toolCall,
      toolCallId: `c${id}`,
      title: `step ${id}`,
      kind: 'read',
      status: 'completed',
      content: [{ type: 'content', content }],
    });
  }
  const used = heap() - before;
  // Keeps the data alive until here.
  take({ sessionUpdate: 'usage_update', used: 0, size: 1 });
  drop();
  return used / (2 * ids);
}
