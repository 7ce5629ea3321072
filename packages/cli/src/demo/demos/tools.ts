import { join } from 'node:path';
import type { ToolCallHandle, Turn } from '@emend/acp';
import { type Demo, type Stage, say } from '../stage.ts';

const before = 'export function area(width, height) {\n  return width + height;\n}\n';
const after = 'export function area(width, height) {\n  return width * height;\n}\n';

/** The tool call that runs the tests. */
export const testRun = { title: 'npm test', kind: 'execute', rawInput: { command: 'npm test' } } as const;

async function read(turn: Turn, stage: Stage, path: string): Promise<void> {
  const call = turn.toolCall({
    title: 'Read src/area.js',
    kind: 'read',
    status: 'pending',
    locations: [{ path, line: 1 }],
    rawInput: { path },
  });
  await stage.pause(5);
  await call.start();
  await stage.pause(10);
  await call.finish({ content: [{ type: 'content', content: { type: 'text', text: before } }] });
}

/** An edit of a file, with its diff. */
export async function edit(turn: Turn, stage: Stage, path: string): Promise<void> {
  const call = turn.toolCall({ title: 'Edit src/area.js', kind: 'edit', status: 'in_progress', locations: [{ path }] });
  await stage.pause(10);
  await call.finish({ content: [{ type: 'diff', path, oldText: before, newText: after }] });
}

/** A command that writes its output line by line. */
export async function execute(call: ToolCallHandle, stage: Stage): Promise<void> {
  for (const line of ['area of 2 x 3 ... ok', 'area of 0 x 9 ... ok', 'area of -1 x 4 ... ok']) {
    await stage.pause(10);
    await call.append(`${line}\n`);
  }
  await call.finish({ rawOutput: { exitCode: 0 } });
}

/** Tool calls that read, edit and run. */
export const tools: Demo = {
  name: 'tools',
  description: 'Tool calls: reading, an edit with its diff, a command with its output',
  async run(turn, stage) {
    const path = join(turn.session.cwd, 'src/area.js');
    await say(turn.message(), 'I look at the file, repair it and run the tests.', stage);
    await read(turn, stage, path);
    await edit(turn, stage, path);
    await execute(turn.toolCall({ ...testRun, status: 'in_progress' }), stage);
    await say(
      turn.message(),
      'Repaired: the area is the *product*. All three tests pass. No file was touched: this is a demo.',
      stage,
    );
  },
};

/** A tool call that waits for permission. */
export const permission: Demo = {
  name: 'permission',
  description: 'Asks before it goes on',
  async run(turn, stage) {
    const path = join(turn.session.cwd, 'build');
    const call = turn.toolCall({ title: 'Delete build/', kind: 'delete', status: 'pending', locations: [{ path }] });
    if (stage.setting('mode') === 'read-only') {
      await call.fail('Nothing may be changed in the read-only mode.');
      return say(turn.message(), 'The mode is *read-only*, so I did not even ask.', stage);
    }
    const answer = await turn.requestPermission(call, [
      { optionId: 'once', name: 'Delete it this time', kind: 'allow_once' },
      { optionId: 'always', name: 'Delete it, and do not ask again', kind: 'allow_always' },
      { optionId: 'no', name: 'Keep it', kind: 'reject_once' },
      { optionId: 'never', name: 'Keep it, and do not ask again', kind: 'reject_always' },
    ]);
    turn.signal.throwIfAborted();
    if (answer.isAllowed) {
      await call.start();
      await call.finish({
        content: [{ type: 'content', content: { type: 'text', text: 'removed 12 files (not really)' } }],
      });
    } else await call.fail('The person did not allow it.');
    await say(
      turn.message(),
      answer.isAllowed
        ? 'You allowed it: the folder is gone. Well, it is a demo.'
        : 'You did not allow it, so nothing happened.',
      stage,
    );
  },
};

/** A tool that fails, and a turn that ends with an error. */
export const fail: Demo = {
  name: 'fail',
  description: 'A tool that fails, and a turn that ends with an error',
  async run(turn, stage) {
    await failingTool(turn, stage);
    throw new DemoFailure();
  },
};

/** A tool call that ends as failed. */
export async function failingTool(turn: Turn, stage: Stage): Promise<void> {
  const call = turn.toolCall({ title: 'Fetch https://example.invalid', kind: 'fetch', status: 'in_progress' });
  await stage.pause(10);
  await call.fail('The host example.invalid was not found.');
}

/** Thrown by `/fail` to end its turn with an error. */
export class DemoFailure extends Error {
  override readonly name = 'DemoFailure';
}
