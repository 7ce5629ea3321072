import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type PackageShelf, writeCommand } from './package-shelf.ts';
import { root, type SourceFile } from './repository.ts';

/** A command that a document shows after a `$`, with the output that it shows below. */
export interface ShownCommand {
  readonly where: string;
  readonly line: string;
  /** Undefined where the document shows no output. */
  readonly output: string | undefined;
  readonly status: number;
}

/** The steps of a document: files to have or to write, and commands to run, in order. */
export interface DocumentSteps {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly commands: readonly ShownCommand[];
}

// A whole program names its file in its first line; data names its file in an HTML comment.
const program = /^```js\n\/\/ (\S+\.mjs)\n.*?^```$/gms;
const data = /^<!-- file (\S+)\n(.*?)^-->$/gms;

/** Reads the steps of a document. */
export function stepsOf({ path, text }: SourceFile): DocumentSteps {
  const programs = [...text.matchAll(program)].map(([block, name = '']) => ({
    name,
    text: block.replace(/^```js\n/, '').replace(/```$/, ''),
  }));
  const given = [...text.matchAll(data)].map(([, name = '', lines = '']) => ({ name, text: lines }));
  return { files: [...given, ...programs], commands: commandsOf(path, text) };
}

// Commands are in indented blocks, not in screens; `<!-- status 1 -->` gives the exit status of the next one.
function commandsOf(path: string, text: string): ShownCommand[] {
  const found: { where: string; line: string; output: string | undefined; status: number }[] = [];
  let status = 0;
  let isInBlock = false;
  let blank = '';
  for (const [index, line] of withoutScreens(text).split('\n').entries()) {
    status = Number(/^<!-- status (\d+) -->$/.exec(line)?.[1] ?? status);
    const shown = /^ {4}(.*)$/.exec(line)?.[1];
    // In a list, a block is indented by two more.
    const command = /^(?: {2})?\$ (.*?)(?: +# .*)?$/.exec(shown ?? '')?.[1];
    if (command !== undefined) {
      found.push({ where: `${path}:${index + 1}`, line: command, output: undefined, status });
      status = 0;
      isInBlock = true;
    } else if (line === '') blank += '\n';
    else if (shown === undefined) isInBlock = false;
    else if (isInBlock) {
      const last = found.at(-1);
      // Empty lines between shown ones belong to the output; those at its end do not.
      if (last !== undefined) last.output = `${last.output ?? ''}${blank}${shown}\n`;
    }
    if (line !== '') blank = '';
  }
  return found;
}

/** Empties the lines of screens, which may show the commands of a terminal. */
function withoutScreens(text: string): string {
  return text.replace(/^```text\n.*?^```$/gms, (screen) => screen.replace(/[^\n]/g, ''));
}

const node = JSON.stringify(process.execPath);
// Agents that a reader has in addition to what a document installs.
const agents = ['my-agent', 'gemini'];
const anyAgent = `exec ${node} ${JSON.stringify(join(root, 'examples/dist/both-versions.js'))}`;

const emend = `exec ${node} ${JSON.stringify(join(root, 'packages/cli/dist/main.js'))} "$@"`;
// Commands that work in a clone after its setup.
const ofClone: Readonly<Record<string, string>> = {
  npx: `[ "$1" = emend ] || { echo "npx $1 is not known here" >&2; exit 97; }; shift; ${emend}`,
  npm: `case "$*" in
  "run build -- examples") exit 0;;
  "-s start -- "*) shift 3; ${emend};;
  *) echo "npm $* is not known here" >&2; exit 97;;
esac`,
};

// Guides and the pages of packages are for readers who have nothing but Node; other documents are for those in a clone.
const isForClone = (path: string): boolean => !/^(docs\/[^/]+|packages\/.*)$/.test(path);

/** Prepares a folder as a reader of a document has it: its files, and a clone or an npm that installs the packed packages. */
export function preparedFolder({ path }: SourceFile, files: DocumentSteps['files'], shelf: PackageShelf): string {
  const folder = mkdtempSync(join(tmpdir(), 'emend-documents-'));
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  for (const name of agents) writeCommand(join(folder, 'bin', name), anyAgent);
  symlinkSync(process.execPath, join(folder, 'bin/node'));
  if (isForClone(path)) {
    for (const name of ['node_modules', 'examples']) symlinkSync(join(root, name), join(folder, name));
    for (const [name, script] of Object.entries(ofClone)) writeCommand(join(folder, 'bin', name), script);
  } else {
    const other = 'echo "npm $* is not known here" >&2; exit 97';
    writeCommand(join(folder, 'bin/npm'), `[ "$1" = install ] || { ${other}; }; shift${shelf.npmInstall}`);
  }
  return folder;
}

/** The environment of a reader in a prepared folder: Node, the tools of every system, and what has been installed there. */
export function environmentIn(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [join(folder, 'bin'), '/usr/bin', '/bin'].join(delimiter), OPENAI_BASE_URL: '' };
}

/** What a document has its readers install, whether or not it is run. */
export function installsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/^ {4,}(?:\$ )?(npm install .*)$/gm)].map(([, line = '']) => line);
}

/** Runs the commands of a document one after another in a folder with its files; returns where the results differ. */
export function commandProblems(document: SourceFile, shelf: PackageShelf): string[] {
  const { files, commands } = stepsOf(document);
  const folder = preparedFolder(document, files, shelf);
  try {
    return commands.flatMap(({ where, line, output, status }) => {
      const env = environmentIn(folder);
      const ran = spawnSync('/bin/sh', ['-c', line], {
        cwd: folder,
        env,
        encoding: 'utf8',
        input: '',
        timeout: 200_000,
      });
      const said = ran.status === status ? [] : [`${where}: ended with ${ran.status}, not ${status}: ${ran.stderr}`];
      if (output === undefined || matches(output, ran.stdout)) return said;
      return [...said, `${where}: wrote ${JSON.stringify(ran.stdout)}, not ${JSON.stringify(output)}`];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A line of three dots stands for any lines. */
function matches(shown: string, written: string): boolean {
  const parts = shown.split(/^\.\.\.\n/m).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(written);
}

/** Files that no command and no other program of their document names. */
export function idleProblems(document: SourceFile): string[] {
  const { files, commands } = stepsOf(document);
  const isNamed = (name: string) =>
    commands.some(({ line }) => line.split(/\s+/).includes(name)) ||
    files.some((file) => file.name !== name && file.text.includes(`'${name}'`));
  const idle = files.filter(({ name }) => !isNamed(name));
  return idle.map(({ name }) => `${document.path}: ${name} is used by nothing`);
}
