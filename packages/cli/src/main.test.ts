import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../test/support/build.ts';
import { compileCacheFolder } from './compile-cache.ts';
import { commandFile, runEmend, runNode } from './test-support/built-command.ts';

const { version }: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

beforeAll(buildPackages);

test.each([['--version'], ['-V']])('%s prints the version of the package and nothing else', async (flag) => {
  expect(await runEmend([flag])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test.each([[['--help']], [['-h']], [[]]])('the help goes to standard output with status 0: emend %j', async (args) => {
  const { status, stdout, stderr } = await runEmend(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: emend /);
  expect(stdout).toContain('Exit status: 0 done, 1 the input or the peer has problems, 2 wrong usage.');
});

test.each([[['no-such-command']], [['--no-such-option']]])(
  'wrong usage is status 2, told on standard error: emend %j',
  async (args) => {
    const { status, stdout, stderr } = await runEmend(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: .*\nRun 'emend --help' for help\.\n$/);
  },
);

test('compiled code is kept in the cache of the user, where Node can do that', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-cache-'));
  const blocked = join(folder, 'file');
  writeFileSync(blocked, '');
  try {
    for (const cache of [folder, blocked]) {
      const { status, stderr } = await runNode([commandFile, 'schema', '2'], '', {
        ...process.env,
        XDG_CACHE_HOME: cache,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    }
    expect(existsSync(join(folder, 'emend', 'compiled'))).toBe('enableCompileCache' in nodeModule);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a folder for caches that is not absolute does not count', () => {
  const usual = compileCacheFolder({});
  expect(compileCacheFolder({ XDG_CACHE_HOME: 'here' })).toBe(usual);
  expect(compileCacheFolder({ XDG_CACHE_HOME: '/there' })).toBe(join('/there', 'emend', 'compiled'));
});

test('npm start in a pipe is the tour in plain text', async () => {
  const script = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));
  const { status, stdout, stderr } = await runNode([script], '/tour\n');
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(
      /^emend: Permission was rejected.*\n {2}\| .*build\n.*--permissions allow.*\nemend: The agent says: ▲ warning: Low on credit\n {2}\| Ten prompts are left. Not really.\n$/,
    ),
  });
  expect(stdout).toMatch(/^> \/tour\n\nWelcome\. [\s\S]*That was the tour\. .*\n$/);
  expect(stdout).not.toContain('\x1b');
});

test('a reader that leaves early is no failure', async () => {
  const child = spawn(process.execPath, [commandFile, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [status] = await once(child, 'close');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('the stack of a bug names the sources, although bundles run', async () => {
  const bug = 'JSON.stringify = () => { throw new TypeError("a bug"); };';
  const { status, stderr } = await runNode(['--import', `data:text/javascript,${bug}`, commandFile, 'schema', '2']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/TypeError: a bug\n.*\n +at .*packages\/cli\/src\/schema\/command\.ts:\d+:\d+/);
});
