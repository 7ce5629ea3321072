import { readFileSync } from 'node:fs';
import { createProject } from './create-project.ts';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version }: { readonly version: string } = JSON.parse(manifest);
const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;

process.exitCode = await createProject(process.argv.slice(2), {
  cwd: process.cwd(),
  version,
  terminal: isTerminal ? { input: process.stdin, output: process.stdout } : undefined,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
});
