/**
 * An agent with a tool that changes a file and asks for permission first. Each prompt becomes a line of NOTES.md in the
 * working directory of the session. The client sees the change as a diff, and nothing is written without permission. If
 * the user edits the file while the question is open, the edit is kept and the permission is no longer valid.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agent, RpcError, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';

/** Returns the notes, or undefined if there are none. Throws if they cannot be read, so that they are not overwritten. */
async function readNotes(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new RpcError(-32603, `The notes cannot be read: ${(error as Error).message}`);
  }
}

/** Replaces a file atomically, and only if its content is still the expected one. */
async function replaceNotes(path: string, before: string | undefined, after: string, draft: string): Promise<void> {
  try {
    await writeFile(draft, after, { flag: 'wx' });
    if ((await readNotes(path)) !== before) throw new Error('The file was changed meanwhile, so nothing was written.');
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

const noteTaker = agent({
  info: { name: 'tool-agent', version: '1.0.0' },
  async prompt(turn) {
    // Use the working directory of the session, not the one of this process.
    const path = join(turn.session.cwd, 'NOTES.md');
    const before = await readNotes(path);
    const after = `${(before ?? '').replace(/[^\n]$/, '$&\n')}- ${turn.text}\n`;

    const call = turn.toolCall({
      title: 'Add a line to NOTES.md',
      kind: 'edit',
      status: 'pending',
      locations: [{ path, line: after.split('\n').length - 1 }],
      content: [{ type: 'diff', path, newText: after, ...(before === undefined ? {} : { oldText: before }) }],
    });

    // True only if the user chose an option that allows: not for a cancelled turn, a closed dialog or an unknown answer.
    const answer = await turn.requestPermission(call, [
      { optionId: 'write', name: 'Write it', kind: 'allow_once' },
      { optionId: 'leave', name: 'Leave the file alone', kind: 'reject_once' },
    ]);
    if (turn.signal.aborted) return 'cancelled';
    if (!answer.isAllowed) {
      await call.fail('You said no, so nothing was written.');
      await turn.message().append('I left your notes as they are.');
      return 'end_turn';
    }

    await call.start();
    try {
      await replaceNotes(path, before, after, `${path}.${call.id}`);
      await call.finish();
      await turn.message().append(`Noted: ${turn.text}`);
    } catch (error) {
      await call.fail(error instanceof Error ? error.message : String(error));
      await turn.message().append('I could not write your notes.');
    }
    return 'end_turn';
  },
});

serve(noteTaker, stdio(), { onEvent: console.error });
