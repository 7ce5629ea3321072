import { join } from 'node:path';
import { fileDiff } from '@emend/acp/roles';
import { type Demo, say } from '../stage.ts';

const before = 'export const name = "area";\n';
const after = 'export const name = "product";\n';

/** A command in a terminal of the agent, with a line that is written over. */
export const terminal: Demo = {
  name: 'terminal',
  description: 'A command in a terminal, shown while it runs',
  async run(turn, stage) {
    const shell = turn.terminal({ command: 'npm run build', cwd: turn.session.cwd });
    const call = turn.toolCall({
      name: 'Bash',
      title: 'npm run build',
      kind: 'execute',
      status: 'in_progress',
      content: [shell.content],
    });
    await shell.write('\x1b[1mbuilding\x1b[0m\n');
    for (const percent of [0, 20, 40, 60, 80, 100]) {
      await stage.pause(5);
      await shell.write(`\r${String(percent).padStart(3)} %`);
    }
    await shell.write('\ndone: café, naïve, 日本語\n');
    await shell.exit({ exitCode: 0 });
    await call.finish();
  },
};

/** Changes to files that are more than new text. */
export const files: Demo = {
  name: 'files',
  description: 'Files that are moved, deleted and replaced',
  async run(turn, stage) {
    const path = (name: string) => join(turn.session.cwd, name);
    const call = turn.toolCall({ name: 'Edit', title: 'Tidy up', kind: 'edit', status: 'in_progress' });
    await stage.pause(10);
    const changes = fileDiff(
      {
        operation: 'move',
        oldPath: path('src/area.js'),
        path: path('src/product.js'),
        oldText: before,
        newText: after,
      },
      { operation: 'delete', path: path('src/old.js') },
      { operation: 'modify', path: path('docs/area.png'), fileType: 'binary', mimeType: 'image/png' },
    );
    await call.finish({ content: [changes] });
    await say(turn.message(), 'One file was moved, one deleted and one replaced. Not really: this is a demo.', stage);
  },
};

/** A command that goes on after the turn. */
export const background: Demo = {
  name: 'background',
  description: 'A command that goes on after the turn',
  async run(turn, stage) {
    const { session } = turn;
    const server = session.background(
      turn.terminal({ command: 'npm run serve', cwd: session.cwd, isCancellable: true }),
    );
    const call = session.background(
      turn.toolCall({
        name: 'Bash',
        title: 'npm run serve',
        kind: 'execute',
        status: 'in_progress',
        content: [server.content],
      }),
    );
    await say(turn.message(), 'The server runs in the background for a moment; you can go on talking.', stage);
    const pause = stage.pauseUntil(server.signal);
    // The turn ends without it.
    void (async () => {
      await pause(20);
      await server.write('listening on port 3000\n');
      await pause(60);
      await server.write('stopped\n');
      await server.exit({ exitCode: 0 });
      await call.finish();
    })().catch(async () => {
      await server.exit({ signal: 'SIGTERM' });
      await call.update({ status: 'cancelled' });
    });
  },
};
