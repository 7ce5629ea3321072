import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root, type SourceFile } from './repository.ts';

/** A command that a document shows after a `$`, with the output that it shows below. */
export interface ShownCommand {
  readonly where: string;
  readonly line: string;
  /** Undefined where the document shows no output. */
  readonly output: string | undefined;
  readonly status: number;
}

/** What a document has its readers do: files to have or to write, and commands to run, in order. */
export interface DocumentSteps {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly commands: readonly ShownCommand[];
}

// A whole program says in its first line what file it is; so does data in a comment that only the source shows.
const program = /^```js\n\/\/ (\S+\.mjs)\n.*?^```$/gms;
const data = /^<!-- file (\S+)\n(.*?)^-->$/gms;

/** Reads the steps off a document. */
export function stepsOf({ path, text }: SourceFile): DocumentSteps {
  const programs = [...text.matchAll(program)].map(([block, name = '']) => ({
    name,
    text: block.replace(/^```js\n/, '').replace(/```$/, ''),
  }));
  const given = [...text.matchAll(data)].map(([, name = '', lines = '']) => ({ name, text: lines }));
  return { files: [...given, ...programs], commands: commandsOf(path, text) };
}

// Commands stand in indented blocks, as the house style has them; `<!-- status 1 -->` says how the next one ends.
function commandsOf(path: string, text: string): ShownCommand[] {
  const found: { where: string; line: string; output: string | undefined; status: number }[] = [];
  let status = 0;
  let isInBlock = false;
  let blank = '';
  for (const [index, line] of text.split('\n').entries()) {
    status = Number(/^<!-- status (\d+) -->$/.exec(line)?.[1] ?? status);
    const shown = /^ {4}(.*)$/.exec(line)?.[1];
    // In a list, a block stands two further in.
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

const emend = JSON.stringify(join(root, 'packages/cli/dist/main.js'));
const node = JSON.stringify(process.execPath);
// The commands of a document are those of a reader with everything installed; nothing here reaches a network.
const installed: Readonly<Record<string, string>> = {
  emend: `exec ${node} ${emend} "$@"`,
  'my-agent': `exec ${node} ${JSON.stringify(join(root, 'examples/dist/both-versions.js'))}`,
  gemini: `exec ${node} ${JSON.stringify(join(root, 'examples/dist/both-versions.js'))}`,
  npx: `[ "$1" = emend ] || { echo "npx $1 is not known here" >&2; exit 97; }; shift; exec ${node} ${emend} "$@"`,
  npm: `case "$*" in
  "install @emend/acp") exit 0;;
  "run build -- examples") exit 0;;
  "-s start -- "*) shift 3; exec ${node} ${emend} "$@";;
  *) echo "npm $* is not known here" >&2; exit 97;;
esac`,
};

/** A folder as a reader has it who has done all that the document says: its files, and the commands that it installs. */
export function preparedFolder(files: DocumentSteps['files']): string {
  const folder = mkdtempSync(join(tmpdir(), 'emend-documents-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(root, 'examples'), join(folder, 'examples'));
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'bin'));
  for (const [name, script] of Object.entries(installed)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  return folder;
}

/** Runs the commands of a document, one after another, in a folder with its files; tells where they do something else. */
export function commandProblems(document: SourceFile): string[] {
  const { files, commands } = stepsOf(document);
  const folder = preparedFolder(files);
  const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  try {
    return commands.flatMap(({ where, line, output, status }) => {
      const env = { ...process.env, PATH: path, OPENAI_BASE_URL: '' };
      const ran = spawnSync('/bin/sh', ['-c', line], {
        cwd: folder,
        env,
        encoding: 'utf8',
        input: '',
        timeout: 30_000,
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
