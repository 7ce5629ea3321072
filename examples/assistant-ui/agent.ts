import { agent } from '@emend/acp';

/** An agent that runs in the page: it corrects itself, asks before it writes, asks for a name, and waits until it is cancelled. */
export const demoAgent = agent({
  info: { name: 'demo', version: '1.0.0' },
  async prompt(turn) {
    const message = turn.message();
    if (turn.text === 'wait') {
      await message.append('I work until you stop me.');
      await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      return 'cancelled';
    }
    if (turn.text === 'greet') {
      const schema = { properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] } as const;
      const answer = await turn.elicit({ message: 'Who are you?', schema });
      await message.append(answer.action === 'accept' ? `Hello, ${answer.content.name}.` : 'Hello, whoever you are.');
      return 'end_turn';
    }
    if (turn.text === 'write') {
      const content = [{ type: 'diff', path: '/notes.md', oldText: 'old\n', newText: 'new\n' } as const];
      const call = turn.toolCall({ title: 'Write notes.md', kind: 'edit', content });
      const { isAllowed } = await turn.requestPermission(call, [
        { optionId: 'yes', name: 'Write it', kind: 'allow_once' },
        { optionId: 'no', name: 'Leave it', kind: 'reject_once' },
      ]);
      await (isAllowed ? call.finish() : call.fail());
      await message.append(isAllowed ? 'It is written.' : 'It stays as it is.');
      return 'end_turn';
    }
    await message.append('Your key is 1234.');
    const hiding = turn.toolCall({ title: 'Hide the key', kind: 'other' });
    await turn.requestPermission(hiding, [{ optionId: 'hide', name: 'Hide it', kind: 'allow_once' }]);
    await message.replace('Your key is [redacted].');
    await hiding.finish();
    return 'end_turn';
  },
});
