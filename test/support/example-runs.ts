import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { environmentIn, installsOf, preparedFolder } from './document-commands.ts';
import { examplesOf } from './documents.ts';
import type { PackageShelf } from './package-shelf.ts';
import type { SourceFile } from './repository.ts';

// No network is used. An agent that an example exports must complete a turn with a client that allows everything.
const driver = `
import { connect, memoryPair, serve } from '@emend/acp';

globalThis.fetch = async () => new Response('an answer');
const example = await import(process.argv[2]);
for (const value of Object.values(example)) {
  if (value?.definition?.prompt === undefined) continue;
  const [here, there] = memoryPair();
  serve(value, there);
  const client = await connect(here, {
    requestPermission: ({ options }) => options[0].optionId,
    chooseAuthMethod: ([first]) => first,
  });
  const session = await client.newSession({ cwd: process.cwd() });
  await session.prompt('hello');
  await client.close();
}
// An example need not close what it has opened.
process.exit();
`;

/** Runs the TypeScript examples of a document and the hidden code after them, each as its own program; returns those that fail. */
export function exampleRunProblems(document: SourceFile, shelf: PackageShelf): string[] {
  const examples = examplesOf(document).filter(({ path }) => !path.endsWith('.mjs'));
  const programs = examples.map(({ path, text }, index) => ({
    path,
    name: `example-${index}.mjs`,
    text: asJavaScript(path, text),
  }));
  const folder = preparedFolder(document, [...programs, { name: 'driver.mjs', text: driver }], shelf);
  const env = environmentIn(folder);
  for (const line of installsOf(document)) spawnSync('/bin/sh', ['-c', line], { cwd: folder, env });
  try {
    return programs.flatMap(({ path, name }) => {
      const args = ['driver.mjs', `./${name}`];
      const ran = spawnSync(process.execPath, args, {
        cwd: folder,
        env,
        encoding: 'utf8',
        input: '',
        timeout: 200_000,
      });
      return ran.status === 0 ? [] : [`${path}: ended with ${ran.status ?? ran.signal}: ${errorIn(ran.stderr)}`];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asJavaScript(path: string, text: string): string {
  const loader = path.endsWith('.tsx') ? 'tsx' : 'ts';
  return transformSync(text, { loader, jsx: 'automatic', format: 'esm', target: 'node20' }).code;
}

/** Returns the line with the error from Node's output. */
function errorIn(output: string): string {
  return /^\w*(?:Error|Warning).*$/m.exec(output)?.[0] ?? output;
}
