import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { demonstration } from './demo-agent.ts';

interface Options {
  readonly pace: number;
}

const help = `
The demo agent speaks the protocol on standard input and output, for people to look at and for tests. It needs no model
and no network, and the same prompts give the same answers. Its slash commands show one thing each; /tour shows all.

Examples:
  $ emend chat -- emend agent            talk to it, which is also what emend chat does by itself
  $ emend agent --pace 0 < session.ndjson`;

/** Reads a count of milliseconds. */
export function milliseconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number of milliseconds.');
  return value;
}

/** Adds `emend agent`. */
export function defineAgent(command: Command): void {
  command
    .addOption(new Option('--pace <ms>', 'milliseconds between two words').argParser(milliseconds).default(20))
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const demo = demonstration({ pace: options.pace });
      const connection = serve(agent(demo.definition), stdio());
      await connection.closed;
      await demo.close();
    });
}
