#!/usr/bin/env node
import { commandIn, commands } from './commands.ts';
import { keepCompiledCode } from './compile-cache.ts';
import { nameSources } from './source-names.ts';
import { readVersion } from './version.ts';

process.on('uncaughtExceptionMonitor', nameSources);

// A reader may close the pipe early (`emend schema 2 | head`), and a terminal may vanish; neither is an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  process.exit();
});

const args = process.argv.slice(2);
// Editors ask for the version at every start, so it is answered before anything else is loaded.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) process.stdout.write(`${readVersion()}\n`);
else {
  keepCompiledCode();
  // The build makes one file per command, which contains the command line and that command only.
  const file = new URL(`./${commandIn(args, commands)?.name ?? 'command-line'}.js`, import.meta.url);
  const { runCommandLine }: typeof import('./command-line.ts') = await import(file.href);
  const { leaveStandardError } = await import('./output/standard-error.ts');
  process.exitCode = await runCommandLine(args);
  leaveStandardError();
}
