import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { within } from './root.mjs';
import { run } from './run.mjs';

/** How long the frames of the demo take to come, in milliseconds: what people would see, without the clock of this machine. */
function pauseBefore({ message }) {
  const update = message?.params?.update?.sessionUpdate ?? '';
  if (update.endsWith('_chunk')) return 24;
  return update === '' ? 140 : 60;
}

/** Records the tour of the demo agent, and returns the recording as lines that are the same on every machine. */
export async function demoRecording(protocol) {
  const folder = mkdtempSync(join(tmpdir(), 'emend-pictures-'));
  const file = join(folder, 'tour.ndjson');
  const emend = [process.execPath, within('packages/cli/dist/main.js')];
  const agent = [...emend, 'agent', '--pace', '0', '--protocol', protocol];
  const args = [...emend.slice(1), 'chat', '-p', '/tour', '--', ...emend, 'record', file, '--', ...agent];
  try {
    const status = await run(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`The demo ended with status ${status}.`);
    let at = 0;
    return readFileSync(file, 'utf8')
      .replaceAll(folder, '/project')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const entry = JSON.parse(line);
        at += pauseBefore(entry);
        return JSON.stringify({ ...entry, at });
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
