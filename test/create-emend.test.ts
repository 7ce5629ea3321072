import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherVersions, withNode } from '../scripts/parts/other-nodes.mjs';
import { buildPage } from './support/build.ts';
import { counts } from './support/counts.ts';
import { type PackageRegistry, startRegistry } from './support/package-registry.ts';
import { dependencyFolders, installedFolder, pack, packDependency } from './support/packing.ts';
import { type Manifest, manifests, repositoryFiles, root } from './support/repository.ts';

const run = promisify(execFile);
const scratch = join(tmpdir(), `emend-create-${process.pid}`);
const running = Number(process.versions.node.split('.')[0]);
const templates = ['agent', 'client'];
let registry: PackageRegistry;

/** Packs what a made project installs: our packages, what they need, and the tools of its package.json as the clone has them. */
async function startOwnRegistry(): Promise<PackageRegistry> {
  buildPage();
  const folders = [...manifests(repositoryFiles('packages'))]
    .filter(([, manifest]) => !manifest.private)
    .map(([folder]) => join(root, folder));
  const archives = join(scratch, 'archives');
  const own = await pack(folders, archives);
  const tools = ['typescript', '@types/node'].map((name) => installedFolder(name, root));
  const needed = [
    ...tools,
    ...dependencyFolders([...folders, ...tools], new Set(own.map(({ manifest }) => manifest.name))),
  ];
  const others = await Promise.all(
    [...new Set(needed)].map(async (folder) => ({
      manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest,
      archive: await packDependency(folder, archives),
    })),
  );
  return startRegistry([...own, ...others]);
}

/** Runs npm with a Node in a folder, and throws with its output if it fails. */
async function npm(node: string, cwd: string, ...args: string[]): Promise<string> {
  // As in a shell: what runs these tests tells its own children about itself.
  const outside = Object.entries(process.env).filter(([name]) => !/^(?:npm_.*|NODE)$/i.test(name));
  const env = {
    ...Object.fromEntries(outside),
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    npm_config_registry: registry.url,
    npm_config_cache: join(scratch, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_yes: 'true',
  };
  const shell = process.platform === 'win32';
  const { stdout } = await run('npm', args, { cwd, env, shell }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`npm ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
    },
  );
  return stdout;
}

/** Does what the page says: npm create emend in an empty folder, then what it says is next. Returns the folder of the project. */
async function makeAndTest(node: string, major: number, template: string): Promise<string> {
  const folder = join(scratch, `node-${major}`, template);
  mkdirSync(folder, { recursive: true });
  const made = await npm(node, folder, 'create', 'emend', 'mine', '--', '--template', template);
  expect(made).toContain(`Made the ${template} mine`);
  const project = join(folder, 'mine');
  await npm(node, project, 'install');
  const tested = await npm(node, project, 'test');
  expect([/^(?:#|ℹ) pass [1-9]\d*$/m.test(tested), /^(?:#|ℹ) fail 0$/m.test(tested)]).toEqual([true, true]);
  expect(await npm(node, project, 'exec', '--', 'node', '--version')).toMatch(new RegExp(`^v${major}\\.`));
  return project;
}

test('the registry of these tests says where a package is, and that it has no other', async () => {
  const manifest = { name: '@a/b', version: '1.2.3', dependencies: { c: '^1.0.0' } };
  const archive = join(root, 'package.json');
  const { url, close } = await startRegistry([{ manifest, archive }]);
  const tarball = `${url}archives/0.tgz`;
  const [found, missing, file] = await Promise.all(['@a%2fb', 'c', 'archives/0.tgz'].map((path) => fetch(url + path)));
  expect([await found?.json(), missing?.status, await file?.text()]).toEqual([
    { name: '@a/b', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': { ...manifest, dist: { tarball } } } },
    404,
    readFileSync(archive, 'utf8'),
  ]);
  close();
});

// Compilers are installed, and other versions of Node downloaded: in the long run only.
if (counts({ short: 0, long: 1 }) === 1) {
  beforeAll(async () => {
    registry = await startOwnRegistry();
  });
  afterAll(() => {
    registry.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  describe('npm create emend, in an empty folder', () => {
    test.each(templates)(
      `makes a project with a %s that passes its tests on Node ${running}, and keeps the protocol`,
      async (template) => {
        const project = await makeAndTest(process.execPath, running, template);
        await npm(process.execPath, project, 'run', 'check');
      },
    );

    test.each(otherVersions())('makes projects that pass their tests on Node %i', async (major) => {
      const made = await withNode(major, (node) =>
        Promise.all(templates.map((template) => makeAndTest(node, major, template))),
      );
      expect(made?.length).toBe(templates.length);
    });
  });
}
