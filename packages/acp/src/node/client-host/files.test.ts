import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { unprivileged } from '../../../../../test/support/unprivileged.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { localHost } from './local-host.ts';

let base: string;
let root: string;
let outside: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'emend-files-')));
  root = join(base, 'root');
  outside = join(base, 'outside');
  for (const folder of [root, outside]) mkdirSync(folder);
  writeFileSync(join(outside, 'secret'), 'SECRET');
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const maxFileBytes = 1_000;

function host(roots: readonly string[] = [root]) {
  const { requests } = localHost({ serve: ['files'], maxFileBytes });
  const session = { sessionId: 's' };
  const told = (error: unknown) => (error instanceof RpcError ? `${error.code} ${error.message}` : error);
  return {
    read: async (path: string, lines: { line?: number | null; limit?: number | null } = {}) =>
      (await requests['fs/read_text_file']?.({ ...session, path, ...lines }, roots).catch(told)) as unknown,
    write: async (path: string, content: string) =>
      (await requests['fs/write_text_file']?.({ ...session, path, content }, roots).catch(told)) as unknown,
  };
}

const outsideOf = (path: string) => `-32602 Outside of the folders of this session: ${path}`;

test('a file is read, as a whole or some of its lines', async () => {
  const path = join(root, 'f');
  writeFileSync(path, '\uFEFFone\r\ntwo\nthree');
  const { read } = host();
  expect(await read(path)).toEqual({ content: '\uFEFFone\r\ntwo\nthree' });
  expect(await read(path, { line: 2, limit: 1 })).toEqual({ content: 'two\n' });
  expect(await read(path, { line: null, limit: null })).toEqual({ content: '\uFEFFone\r\ntwo\nthree' });
});

test('a file is written with the folders above it, and keeps its mode', async () => {
  const { read, write } = host();
  const path = join(root, 'new', 'er', 'f');
  expect(await write(path, 'größer')).toEqual({});
  expect(readFileSync(path, 'utf8')).toBe('größer');
  chmodSync(path, 0o750);
  expect(await write(path, 'two')).toEqual({});
  expect([await read(path), statSync(path).mode & 0o777]).toEqual([{ content: 'two' }, 0o750]);
  expect(readdirSync(join(root, 'new', 'er'))).toEqual(['f']);
});

test('a write that is asked for first is done first', async () => {
  const { read, write } = host();
  const path = join(root, 'f');
  const done = [];
  for (let count = 0; count < 20; count++) done.push(write(path, 'x'.repeat(900 - count)), read(path));
  const answers = await Promise.all(done);
  expect(answers.filter((_, index) => index % 2 === 1)).toEqual(
    Array.from({ length: 20 }, (_, count) => ({ content: 'x'.repeat(900 - count) })),
  );
});

test('whoever reads while it is written sees the old text or the new', async () => {
  const { write } = host();
  const path = join(root, 'f');
  await write(path, 'a'.repeat(500_000));
  const seen = new Set<string>();
  let isDone = false;
  const writing = (async () => {
    for (let count = 0; count < 10; count++) await write(path, (count % 2 === 0 ? 'b' : 'a').repeat(500_000));
    isDone = true;
  })();
  while (!isDone) {
    const text = readFileSync(path, 'utf8');
    seen.add(`${text.length} ${[...new Set(text)].join('')}`);
    await new Promise(setImmediate);
  }
  await writing;
  expect([...seen].filter((text) => !/^500000 [ab]$/.test(text))).toEqual([]);
});

test('paths that lead out of the folders are refused, whatever they look like', async () => {
  const { read, write } = host();
  symlinkSync(outside, join(root, 'folder-link'));
  symlinkSync(join(outside, 'secret'), join(root, 'file-link'));
  symlinkSync(join(outside, 'not-there'), join(root, 'nowhere-link'));
  symlinkSync('loop', join(root, 'loop'));
  for (const path of [
    join(outside, 'secret'),
    `${root}/../outside/secret`,
    `${root}-beside`,
    join(root, 'folder-link', 'secret'),
    join(root, 'folder-link', 'new', 'file'),
    join(root, 'file-link'),
    base,
    '/',
  ]) {
    expect([path, await read(path), await write(path, 'x')]).toEqual([path, outsideOf(path), outsideOf(path)]);
  }
  for (const path of ['secret', './f', '', `${root}/f\0g`, '~/f'])
    expect(await write(path, 'x')).toBe(`-32602 Not an absolute path: ${path}`);
  const nowhere = join(root, 'nowhere-link');
  expect(await write(nowhere, 'x')).toBe(`-32602 A link that leads nowhere: ${nowhere}`);
  const loop = join(root, 'loop');
  expect(await write(loop, 'x')).toBe(`-32603 Not a file: ${loop}`);
  expect(readdirSync(outside)).toEqual(['secret']);
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('SECRET');
});

test('links within the folders, and roots that are links, lead where they lead', async () => {
  const link = join(base, 'root-link');
  symlinkSync(root, link);
  symlinkSync('real', join(root, 'alias'));
  writeFileSync(join(root, 'real'), 'one');
  const { read, write } = host([join(base, 'not-there'), 'relative', link]);
  expect(await write(join(link, 'alias'), 'two')).toEqual({});
  expect(await read(join(root, 'alias'))).toEqual({ content: 'two' });
  expect(readFileSync(join(root, 'real'), 'utf8')).toBe('two');
  expect(await host([]).read(join(root, 'real'))).toBe(outsideOf(join(root, 'real')));
});

test('what is no text file is refused: missing, a folder, a pipe, a device, too large, binary', async () => {
  const { read, write } = host();
  const at = (name: string) => join(root, name);
  execFileSync('mkfifo', [at('pipe')]);
  writeFileSync(at('sparse'), '');
  truncateSync(at('sparse'), 5 * 2 ** 40);
  writeFileSync(at('full'), 'x'.repeat(maxFileBytes));
  writeFileSync(at('binary'), Buffer.from([0x66, 0xff, 0xfe]));
  mkdirSync(at('folder'));
  expect(await read(at('missing'))).toBe(`-32002 Not found: ${at('missing')}`);
  expect(await read(join(at('full'), 'below'))).toBe(`-32002 Not found: ${join(at('full'), 'below')}`);
  expect(await read(at('sparse'))).toBe(
    `-32602 Too large, 5497558138880 bytes (at most ${maxFileBytes}): ${at('sparse')}`,
  );
  expect(await read(at('full'))).toEqual({ content: 'x'.repeat(maxFileBytes) });
  expect(await read(at('binary'))).toBe(`-32602 Not a UTF-8 text: ${at('binary')}`);
  for (const name of ['pipe', 'folder']) {
    expect(await read(at(name))).toBe(`-32602 Not a file: ${at(name)}`);
    expect(await write(at(name), 'x')).toBe(`-32602 Not a file: ${at(name)}`);
  }
  expect(await host(['/dev']).read('/dev/zero')).toBe('-32602 Not a file: /dev/zero');
  expect(await write(join(at('full'), 'below'), 'x')).toBe(`-32002 Not found: ${join(at('full'), 'below')}`);
  expect(await write(at('n'.repeat(300)), 'x')).toBe(`-32603 The name is too long: ${at('n'.repeat(300))}`);
});

test('a file that may not be written is not replaced', async () => {
  const path = join(root, 'f');
  writeFileSync(path, 'one', { mode: 0o444 });
  const answer = await unprivileged([base, root, path], () => host().write(path, 'two'));
  expect(answer).toBe(`-32603 No permission: ${path}`);
  expect(readFileSync(path, 'utf8')).toBe('one');
});

/** Everything below a folder: what each file holds. */
function contents(folder: string): Record<string, string> {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    found.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), readFileSync(path, 'utf8')];
    }),
  );
}

test('in any tree of folders and links, nothing outside is read or written', async () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const steps = fc.array(fc.constantFrom('a', 'b', 'c', '..', '.', 'secret'), { minLength: 1, maxLength: 6 });
  const target = fc
    .tuple(fc.constantFrom('', 'ROOT', 'OUTSIDE'), steps)
    .map(([start, way]) => [start, ...way].join('/'));
  const place = fc.array(name, { minLength: 1, maxLength: 3 });
  const leading = fc.oneof(fc.constantFrom('OUTSIDE', 'OUTSIDE/secret', '..'), target);
  const entry = fc.tuple(fc.constantFrom('folder', 'file', 'link', 'link'), place, leading);
  const asked = fc.oneof(
    place.map((way) => ['ROOT', ...way, 'secret'].join('/')),
    place.map((way) => ['ROOT', ...way].join('/')),
    target,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 8 }), fc.array(asked, { minLength: 1 }), async (tree, paths) => {
      rmSync(root, { recursive: true });
      mkdirSync(root);
      const placed = (path: string) => path.replace('ROOT', root).replace('OUTSIDE', outside);
      for (const [kind, way, to] of tree) {
        const at = join(root, ...way);
        try {
          if (!realpathSync(join(at, '..')).startsWith(root)) continue;
          if (kind === 'folder') mkdirSync(at);
          else if (kind === 'file') writeFileSync(at, 'inside', { flag: 'wx' });
          else symlinkSync(to.startsWith('/') ? `.${to}` : placed(to), at);
        } catch {
          // A place that is taken, or below a file, stays as it is.
        }
      }
      const { read, write } = host();
      for (const path of paths) {
        const full = path.startsWith('/') ? root + path : placed(path);
        expect(JSON.stringify(await read(full))).not.toContain('SECRET');
        await write(full, 'written');
      }
      expect(contents(outside)).toEqual({ secret: 'SECRET' });
      expect(readdirSync(base).sort()).toEqual(['outside', 'root']);
    }),
    { numRuns: counts({ short: 25, long: 125 }) },
  );
});
