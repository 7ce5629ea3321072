import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';
import { paintedAtRest } from './test-support/at-rest.ts';
import { readPaintedRows } from './test-support/painted-rows.ts';
import { drawTerminal, type Frame, themes } from './test-support/terminal-picture.ts';
import { isTmuxReady, Pane } from './test-support/tmux.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`../../../../docs/screens/${name}`, import.meta.url));
const gate = fileURLToPath(new URL('test-support/gate.mjs', import.meta.url));

beforeAll(buildPackages);

const size = { columns: 80, rows: 32 };

interface Scene {
  /** What the screen shows by then. */
  readonly until: RegExp;
  readonly seconds: number;
  /** The agent goes no further than the update with this text before the scene is taken. */
  readonly stop?: string;
  /** Pressed before the scene. */
  readonly keys?: readonly string[];
}

const scenes: readonly Scene[] = [
  { until: /❯ \/fix the failing test/, seconds: 1.2 },
  { keys: ['Enter'], stop: '" so"', until: /gets 5,$/m, seconds: 0.8 },
  { stop: '" multiplied."', until: /should be$/m, seconds: 0.8 },
  { stop: '"kind":"edit"', until: /▶ Repair it/, seconds: 1.2 },
  { stop: '"An"', until: /▶ Run the tests[\s\S]*return width \* height/, seconds: 1.4 },
  { stop: '" not"', until: /An area is width \* height,$/m, seconds: 0.8 },
  { stop: '~~', until: /All three tests pass\.$/m, seconds: 1.8 },
  { until: /Press a key/, seconds: 4 },
  { keys: ['y'], stop: 'area of 0', until: /area of 2 x 3 \.\.\. ok/, seconds: 0.8 },
  { stop: '"Now"', until: /☑ Run the tests/, seconds: 0.8 },
  { until: /this is a demo\.[\s\S]*\nready/, seconds: 5 },
];

/** What the terminal shows in each scene; the agent stops where a scene ends, so that it is the same every time. */
async function filmed(): Promise<Frame[]> {
  const folder = mkdtempSync(join(tmpdir(), 'emend-gate-'));
  const stops = JSON.stringify(scenes.flatMap(({ stop }) => stop ?? []));
  const agent = [process.execPath, commandFile, 'agent', '--pace', '0'];
  using pane = new Pane(['chat', '--cwd', '/', '--', process.execPath, gate, folder, stops, ...agent], size);
  await pane.until('Talking to');
  pane.type('/fix the failing test');
  const frames: Frame[] = [];
  let stopped = 0;
  for (const { until, seconds, keys, stop } of scenes) {
    if (keys !== undefined) pane.press(...keys);
    if (stopped > 0) writeFileSync(join(folder, String(stopped)), '');
    if (stop !== undefined) stopped++;
    // The client leaves the first row empty; the window has room there of its own.
    frames.push({ rows: readPaintedRows(await paintedAtRest(pane, until)).slice(1), seconds });
  }
  rmSync(folder, { recursive: true });
  return frames;
}

test.skipIf(!(await isTmuxReady()))('the pictures in the documents are those of the client', async () => {
  const frames = await filmed();
  const still = scenes.findIndex(({ until }) => until.source === 'Press a key');
  for (const [name, theme] of Object.entries(themes)) {
    const picture = drawTerminal(frames, {
      columns: size.columns,
      rows: size.rows - 1,
      title: 'emend chat',
      theme,
      still,
    });
    await expect(picture).toMatchFileSnapshot(fileOf(`chat-${name}.svg`));
  }
});
