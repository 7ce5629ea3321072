import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { agent, type Turn } from '@emend/acp';

/** Uses a tool: asks for permission, and lists the files of the folder that is open in the editor. */
async function listFiles(turn: Turn): Promise<void> {
  const { cwd } = turn.session;
  const call = turn.toolCall({ title: `List the files in ${cwd}`, kind: 'read', rawInput: { path: cwd } });
  const { isAllowed } = await turn.requestPermission(call);
  if (!isAllowed) {
    await call.fail('This was not allowed.');
    await turn.message().append('I did not look at your files.');
    return;
  }
  await call.start();
  try {
    const names = await readdir(cwd);
    await call.append(names.join('\n'));
    await call.finish({ rawOutput: { count: names.length } });
    await turn.message().append(`There are ${names.length} files.`);
  } catch (error) {
    await call.fail(error instanceof Error ? error.message : String(error));
    await turn.message().append('I could not read that folder.');
  }
}

/** Streams an answer word by word, as a model would. */
async function answer(turn: Turn): Promise<void> {
  const message = turn.message();
  for (const word of ['You ', 'said: ', turn.text]) await message.append(word);
}

/** Works for a minute, or until the user cancels. */
async function wait(turn: Turn): Promise<void> {
  await turn.message().append('This takes a minute.');
  // The signal is aborted when the user cancels; pass it to everything that takes time, such as a request to a model.
  await sleep(60_000, undefined, { signal: turn.signal });
}

/** What the agent does with a prompt. The library does the rest of the protocol. */
export const myAgent = agent({
  info: { name: '{{name}}', version: '0.1.0' },
  async prompt(turn) {
    if (turn.text === 'list') await listFiles(turn);
    else if (turn.text === 'wait') await wait(turn);
    else await answer(turn);
  },
});
