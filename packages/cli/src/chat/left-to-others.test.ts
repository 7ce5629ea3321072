import { PassThrough } from 'node:stream';
import { agent, connect } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { serveHttp } from '@emend/acp/node';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../remote/remote-target.ts';
import { AgentLink } from './agent-link.ts';
import type { ChatOptions } from './chat-options.ts';
import { PlainChat } from './plain-chat.ts';

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' as const },
  { optionId: 'no', name: 'No', kind: 'reject_once' as const },
  { optionId: 'mine', name: 'No, and I have seen it', kind: 'reject_once' as const },
];
const cwd = '/';

/** A session that a person has open, and a chat in a pipe that joins it. The person answers once the chat has said something. */
async function joined(permissions: 'allow' | 'reject' | undefined, { personWaits = false } = {}) {
  const answers: unknown[] = [];
  const notes: string[] = [];
  let written = '';
  const write = (text: string): void => {
    written += text;
  };
  const served = agent({
    sessions: { log: new MemoryLog() },
    async prompt(turn) {
      if (turn.text === 'hello') return void (await turn.message().append('Heard.'));
      const { outcome } = await turn.requestPermission({ toolCallId: turn.text, title: 'Delete' }, options);
      answers.push('optionId' in outcome ? outcome.optionId : outcome.outcome);
    },
  });
  const service = await serveHttp(served, { authenticate: 'secret' });
  onTestFinished(() => service.close());
  const target = { url: service.url, token: 'secret' };
  const person = await connect(await openRemote(target, {}), {
    async requestPermission(_, { signal }) {
      if (personWaits) return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      await expect.poll(() => notes.length).toBeGreaterThan(0);
      return 'mine';
    },
  });
  onTestFinished(() => person.close());
  const session = await person.newSession({ cwd, mcpServers: [] });
  const chat: ChatOptions = {
    ...{ cwd, addDir: [], mcp: [], prompt: [], set: [], timeout: 60_000, history: false, resume: session.id },
    ...(permissions !== undefined && { permissions }),
  };
  const link = new AgentLink(target, chat);
  onTestFinished(() => link.close());
  const input = new PassThrough();
  const ended = new PlainChat(link, chat, { input, write, note: (text) => notes.push(text) }).run();
  // The chat has joined, and none of its prompts is running, when it has written an answer.
  input.write('hello\n');
  await expect.poll(() => written).toContain('Heard.');
  return {
    answers,
    notes,
    prompt: {
      'the person': (text: string) => session.prompt(text),
      'the chat': async (text: string) => void input.write(`${text}\n`),
    },
    async end() {
      input.end();
      return ended;
    },
  };
}

const always = 'emend: Permission requests that other clients of the session get, too, are left to them.\n';
const unprompted =
  'emend: Permission requests are left to the other clients of the session while no prompt of this chat is running.\n';
const answered = (how: string, policy: string) =>
  `emend: Permission was ${how}, as --permissions ${policy} says: other: Delete\n`;

test.each([
  ['the person', undefined, ['mine', 'mine'], [always]],
  ['the person', 'reject', ['mine', 'mine'], [unprompted]],
  ['the person', 'allow', ['mine', 'mine'], [unprompted]],
  ['the chat', undefined, ['mine', 'mine'], [always]],
] as const)(
  'requests in turns of %s are left to the person by a chat with --permissions %s, which says it once',
  async (who, permissions, expected, words) => {
    const { answers, notes, prompt, end } = await joined(permissions);
    for (const text of ['one', 'two']) {
      await prompt[who](text);
      await expect.poll(() => answers.length).toBe(text === 'one' ? 1 : 2);
    }
    expect(await end()).toBe(0);
    expect({ answers, notes }).toEqual({ answers: expected, notes: words });
  },
);

test.each([
  ['allow', 'yes', 'given'],
  ['reject', 'no', 'rejected'],
] as const)('with --permissions %s, a chat answers what its own turns ask', async (permissions, option, how) => {
  const { answers, notes, prompt, end } = await joined(permissions, { personWaits: true });
  await prompt['the chat']('one');
  await expect.poll(() => answers).toEqual([option]);
  expect(await end()).toBe(0);
  expect(notes).toEqual([answered(how, permissions)]);
});
