import { type Demo, say } from '../stage.ts';

const sample = `## Streaming

This answer arrives *word by word*, as a model writes it. It has **bold** text, \`inline code\`, a [link](https://agentclientprotocol.com) and a list:

- one item,
- another with wide characters: 日本語, 한국어, 🙂,
- and one in another direction: שלום.

\`\`\`ts
// Code keeps its shape.
export function greet(name: string): string {
  return \`Hello, \${name}!\`;
}
\`\`\`

| What      | Cells |                     |
| --------- | ----: | ------------------- |
| 日本語    |     6 | wide characters     |
| 🙂        |     2 | an emoji            |
| \`plain\` |     5 | and a table of them |

That was all.`;

/** A message streamed in chunks. */
export const stream: Demo = {
  name: 'stream',
  description: 'An answer in Markdown, word by word',
  async run(turn, stage) {
    await say(turn.message(), sample, stage);
  },
};

/** A thought before the answer. */
export const think: Demo = {
  name: 'think',
  description: 'A thought, then the answer',
  async run(turn, stage) {
    await say(
      turn.thought(),
      'The person wants to see a thought. It should look different from an answer, and it should come first.',
      stage,
    );
    await say(turn.message(), 'I have thought about it: **42**.', stage);
  },
};

const drafts = [
  'Draft 1: the meeting is on Monday.',
  'Draft 2: the meeting is on **Tuesday** at nine.',
  'The meeting is on **Tuesday at ten**, in the large room.\n\nThis message was written three times; only this text counts.',
];

/** A message that is replaced as a whole, several times. */
export const rewrite: Demo = {
  name: 'rewrite',
  description: 'A draft that is replaced as a whole, twice',
  async run(turn, stage) {
    const message = turn.message();
    await say(message, drafts[0] ?? '', stage);
    for (const draft of drafts.slice(1)) {
      await stage.pause(20);
      await message.replace(draft);
    }
  },
};

/** A message that is cleared. */
export const clear: Demo = {
  name: 'clear',
  description: 'A message that is taken back, and what is said instead',
  async run(turn, stage) {
    const message = turn.message();
    await say(message, 'I am about to say something that is wrong: two and two are five.', stage);
    await stage.pause(20);
    await message.clear();
    await stage.pause(10);
    await say(turn.message(), 'What I said before was wrong and has been taken back. Two and two are **four**.', stage);
  },
};

const secret = 'The key to the vault is sk-demo-0123456789.';

const removed = '[removed by a guardrail]';

/** A message that a guardrail replaces after it was streamed. */
export const redact: Demo = {
  name: 'redact',
  description: 'Text that is streamed, and then removed by a guardrail',
  hint: 'text to stream and remove',
  async run(turn, stage, argument) {
    const message = turn.message();
    await say(message, argument === '' ? secret : argument, stage);
    await stage.pause(20);
    const kept = argument === '' ? 'The key to the vault is ' : '';
    await message.replace(`${kept}${removed}`);
    // What the person typed is removed as well, or the text would stay in the prompt.
    if (argument !== '') await turn.accepted?.replace(`/redact ${removed}`);
  },
};
