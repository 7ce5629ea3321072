import { MemoryLog } from '../../../log/memory-log.ts';
import { agent } from '../../../roles/agent/agent.ts';
import { serve } from '../../../roles/agent/serve.ts';
import type { Turn } from '../../../roles/agent/turn.ts';
import { memoryPair } from '../../../transport/memory-pair.ts';
import type { StartPeer } from '../started-peer.ts';

/** The prompts that the right agent understands. */
export const prompts = { ordinary: 'Hello', tool: 'tool', permission: 'permission', slow: 'slow' } as const;

const select = (id: string, name: string, values: readonly string[]) => ({
  id,
  name,
  type: 'select' as const,
  currentValue: values[0] as string,
  options: values.map((value) => ({ value, name: value })),
});

const configOptions = [select('model', 'Model', ['small', 'large']), select('effort', 'Effort', ['low', 'high'])];

/** Makes an agent that keeps the protocol, stores its sessions and does what the prompts ask; returns what connects to it. */
export function rightAgent(): StartPeer {
  const chosen = new Map<string, typeof configOptions>();
  const own = agent({
    info: { name: 'right', version: '1' },
    sessions: { log: new MemoryLog() },
    additionalDirectories: true,
    newSession: async () => ({ configOptions }),
    setConfigOption: async ({ configId, value }, { id }) => {
      const current = chosen.get(id) ?? configOptions;
      const next = current.map((option) =>
        option.id === configId ? { ...option, currentValue: String(value) } : option,
      );
      chosen.set(id, next);
      return next;
    },
    prompt: work,
  });
  return () => {
    const [near, far] = memoryPair();
    serve(own, far, { onEvent: () => {} });
    return near;
  };
}

async function work(turn: Turn): Promise<void> {
  await turn.thought().append('Hm. ');
  await turn.message().append('One ');
  switch (turn.text) {
    case prompts.slow:
      await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      break;
    case prompts.tool: {
      const locations = [{ path: '/project/a.txt', line: 1 }];
      await turn.toolCall({ title: 'Read', kind: 'read', status: 'in_progress', locations }).finish();
      const diff = { type: 'diff' as const, path: '/project/a.txt', oldText: 'one\n', newText: 'two\n' };
      await turn
        .toolCall({ title: 'Edit', kind: 'edit', status: 'in_progress', locations })
        .finish({ content: [diff] });
      const terminal = turn.terminal({ command: 'ls' });
      await terminal.write('a.txt\n');
      await terminal.exit({ exitCode: 0 });
      await turn.plan([{ content: 'Read', priority: 'high', status: 'completed' }]);
      await turn.usage({ used: 10, size: 100 });
      await turn.info({ title: 'Reading' });
      await turn.commands([{ name: 'tour', description: 'Shows everything' }]);
      break;
    }
    case prompts.permission: {
      const call = turn.toolCall({ title: 'Write', kind: 'edit', status: 'pending' });
      const { outcome } = await turn.requestPermission(call);
      if (outcome.outcome === 'selected' && outcome['optionId'] === 'allow') {
        await call.start();
        await call.finish();
      } else await call.fail('not allowed');
      break;
    }
    default:
  }
  await turn.message().append('Two');
}
