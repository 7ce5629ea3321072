import { type Agent, agent } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';

/** Returns an agent of ours that understands the words of the tests and stores its sessions. */
export function ourAgent(): Agent {
  return agent({
    info: { name: 'ours', version: '1' },
    sessions: { log: new MemoryLog(), now: () => 0 },
    async prompt(turn) {
      const [word] = turn.text.split(' ');
      if (word === 'ask') {
        const tool = turn.toolCall({ title: 'Write out.txt', kind: 'edit' });
        const { isAllowed } = await turn.requestPermission(tool);
        await (isAllowed ? tool.finish() : tool.fail());
      } else if (word === 'wait') {
        await turn.message().append('waiting');
        await new Promise((resolve) => turn.signal.addEventListener('abort', resolve, { once: true }));
      } else {
        const message = turn.message();
        await message.append('Hello, ');
        await message.append('world.');
      }
    },
  });
}
