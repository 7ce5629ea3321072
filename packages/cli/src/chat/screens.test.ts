import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { paintedAtRest } from './test-support/at-rest.ts';
import { isTmuxReady, Pane } from './test-support/tmux.ts';

const file = fileURLToPath(new URL('../../../../docs/screens.md', import.meta.url));

beforeAll(buildPackages);

const head = `# Screens

What the terminal client shows when it talks to the demo agent. These are real screens of a terminal with 80 columns, without their
colours. \`npm run screens\` takes them again, and a test compares them with the client.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="screens/chat-dark.svg">
  <img alt="A conversation in emend chat, from the prompt to the tests that pass" src="screens/chat-light.svg">
</picture>
`;

interface Shot {
  readonly title: string;
  readonly prompt: string;
  /** What the screen shows when it has come to rest. */
  readonly until: RegExp;
  readonly keys?: readonly string[];
}

const done = (text: string): RegExp => new RegExp(`${text}[\\s\\S]*\\nready`);

const shots: readonly Shot[] = [
  { title: 'The first screen', prompt: '', until: /Talking to[\s\S]*\nready/ },
  { title: 'The commands of the agent', prompt: '/', until: /14 more/ },
  { title: '/fix', prompt: '/fix the failing test', until: /Press a key/, keys: ['Enter'] },
  { title: '/stream', prompt: '/stream', until: done('That was all'), keys: ['Enter'] },
  { title: '/think', prompt: '/think', until: done('42'), keys: ['Enter'] },
  { title: '/rewrite', prompt: '/rewrite', until: done('only this text counts'), keys: ['Enter'] },
  { title: '/clear', prompt: '/clear', until: done('are four'), keys: ['Enter'] },
  { title: '/redact', prompt: '/redact', until: done('\\[removed by a guardrail\\]'), keys: ['Enter'] },
  { title: '/tools', prompt: '/tools', until: done('this is a demo'), keys: ['Enter'] },
  { title: '/terminal', prompt: '/terminal', until: done('日本語'), keys: ['Enter'] },
  { title: '/files', prompt: '/files', until: done('this is a demo'), keys: ['Enter'] },
  { title: '/form', prompt: '/form', until: /How shall[\s\S]*\nready|How shall[\s\S]*Enter/, keys: ['Enter'] },
  { title: '/notice', prompt: '/notice', until: done('no part of this'), keys: ['Enter'] },
  { title: '/compact', prompt: '/compact', until: done('one after another'), keys: ['Enter'] },
  { title: '/permission', prompt: '/permission', until: /Press a key/, keys: ['Enter'] },
  { title: '/plan', prompt: '/plan', until: done('Run the tests'), keys: ['Enter'] },
  { title: '/usage', prompt: '/usage', until: done('Nothing was charged'), keys: ['Enter'] },
  { title: '/fail', prompt: '/fail', until: done('-32603'), keys: ['Enter'] },
];

async function taken({ prompt, until, keys }: Shot): Promise<string> {
  using pane = new Pane(['chat', '--cwd', '/', '--pace', '0'], { rows: 34 });
  await pane.until('Talking to');
  if (prompt !== '') pane.type(prompt);
  if (keys !== undefined) {
    await pane.until(`❯ ${prompt}`);
    pane.press(...keys);
  }
  const rows = stripVTControlCharacters(await paintedAtRest(pane, until)).split('\n');
  return rows
    .map((row) => row.trimEnd())
    .join('\n')
    .trimEnd();
}

test.skipIf(!(await isTmuxReady()))('the screens in the documents are those of the client', async () => {
  let text = head;
  for (const shot of shots)
    text += `\n## ${shot.title}\n\n\`\`\`text\n${(await taken(shot)).replace(/^\n+/, '')}\n\`\`\`\n`;
  await expect(text).toMatchFileSnapshot(file);
});
