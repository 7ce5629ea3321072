/**
 * An agent that keeps the opening hours of a shop. Each prompt becomes a line of them: the agent reads the file, says what
 * it wants to do, shows the change as a diff and asks before it makes it. The file is part of the session's history, so
 * that it survives whatever the session survives.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Agent, type AgentSession, agent, type SessionState, type Turn } from '@emend/acp';
import type { SessionLog } from '@emend/acp/log';

type Status = 'pending' | 'in_progress' | 'completed';

const path = '/shop/opening-hours.md';
const first = '# Opening hours\n\nMonday to Friday: 9:00 to 18:00\nSaturday: 10:00 to 16:00\n';

/** Returns the file as the last change that was made has left it. */
function fileOf({ history }: AgentSession): string {
  const calls: SessionState['toolCalls'] | undefined = history?.toolCalls;
  const made = [...(calls ?? [])].filter(({ kind, status }) => kind === 'edit' && status === 'completed');
  const [diff] = made.at(-1)?.content.toArray() ?? [];
  return diff !== undefined && 'newText' in diff ? String(diff.newText) : first;
}

/** Makes the agent. Its sessions are kept in `log`, and it takes `pause` milliseconds for a word. */
export function shopAgent(log: SessionLog, pause: number): Agent {
  /** Says a sentence word by word, as a model would. */
  async function say(turn: Turn, sentence: string): Promise<void> {
    const message = turn.message();
    for (const word of sentence.match(/\S+\s*/g) ?? []) {
      await delay(pause, undefined, { signal: turn.signal });
      await message.append(word);
    }
  }

  return agent({
    info: { name: 'shop-agent', version: '1.0.0' },
    sessions: { log },
    async prompt(turn) {
      const plan = (reading: Status, writing: Status) =>
        turn.plan(
          [
            { content: 'Read the opening hours', priority: 'medium', status: reading },
            { content: 'Add the new line', priority: 'medium', status: writing },
          ],
          turn.accepted?.id,
        );
      await say(turn, `I will put “${turn.text}” into the opening hours. First I read what is there. `);
      await plan('in_progress', 'pending');
      const before = fileOf(turn.session);
      const reading = turn.toolCall({ title: 'Read opening-hours.md', kind: 'read', status: 'in_progress' });
      await delay(pause * 10, undefined, { signal: turn.signal });
      await reading.append(before);
      await reading.finish();
      await plan('completed', 'in_progress');

      const after = `${before}${turn.text}\n`;
      const writing = turn.toolCall({
        title: 'Change opening-hours.md',
        kind: 'edit',
        status: 'pending',
        content: [{ type: 'diff', path, oldText: before, newText: after }],
      });
      const { isAllowed } = await turn.requestPermission(
        writing,
        [
          { optionId: 'change', name: 'Change it', kind: 'allow_once' },
          { optionId: 'leave', name: 'Leave it as it is', kind: 'reject_once' },
        ],
        { title: 'May I change the opening hours?', description: 'Visitors of the shop’s page see it at once.' },
      );
      if (turn.signal.aborted) return 'cancelled';
      if (!isAllowed) {
        await writing.fail();
        await say(turn, 'All right. The opening hours stay as they are. ');
        return 'end_turn';
      }
      await writing.start();
      await delay(pause * 10, undefined, { signal: turn.signal });
      await writing.finish();
      await plan('completed', 'completed');
      const lines = after.trimEnd().split('\n').length;
      await say(turn, `Done. The opening hours have ${lines} lines now, and the last one is yours. `);
      return 'end_turn';
    },
  });
}
