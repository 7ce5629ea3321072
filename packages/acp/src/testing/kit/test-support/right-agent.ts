import { MemoryLog } from '../../../log/memory-log.ts';
import { agent } from '../../../roles/agent/agent.ts';
import { serve } from '../../../roles/agent/serve.ts';
import { memoryPair } from '../../../transport/memory-pair.ts';
import type { StartPeer } from '../started-peer.ts';

/** The prompts that the right agent understands. */
export const prompts = { ordinary: 'Hello', tool: 'tool', permission: 'permission', slow: 'slow' } as const;

const configOptions = [
  {
    id: 'model',
    name: 'Model',
    type: 'select' as const,
    currentValue: 'small',
    options: [
      { value: 'small', name: 'Small' },
      { value: 'large', name: 'Large' },
    ],
  },
];

/** Makes an agent that keeps the protocol, stores its sessions and does what the prompts ask; returns what connects to it. */
export function rightAgent(): StartPeer {
  const own = agent({
    info: { name: 'right', version: '1' },
    sessions: { log: new MemoryLog() },
    newSession: async () => ({ configOptions }),
    setConfigOption: async ({ value }) => configOptions.map((option) => ({ ...option, currentValue: String(value) })),
    async prompt(turn) {
      await turn.message().append('One ');
      if (turn.text === prompts.slow) await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      if (turn.text === prompts.tool)
        await turn.toolCall({ title: 'Read', kind: 'read', status: 'in_progress' }).finish();
      if (turn.text === prompts.permission) {
        const call = turn.toolCall({ title: 'Write', kind: 'edit' });
        const answer = await turn.requestPermission(call);
        const { outcome } = answer;
        const isAllowed = outcome.outcome === 'selected' && outcome['optionId'] === 'allow';
        await (isAllowed ? call.finish() : call.fail('not allowed'));
      }
      await turn.message().append('Two');
    },
  });
  return () => {
    const [near, far] = memoryPair();
    serve(own, far, { onEvent: () => {} });
    return near;
  };
}
