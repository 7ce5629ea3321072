import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import { present } from '@emend/acp/protocol';
import { type Command, Option } from 'commander';
import { demonstration } from '../demo/demo-agent.ts';
import { openStore, storeFile } from '../demo/session-store.ts';
import { dialectNamed, dialectNames } from '../options/dialect-names.ts';
import { milliseconds } from '../options/durations.ts';
import { Problem } from '../output/problem.ts';
import { writeExport } from './export.ts';

interface Options {
  readonly pace: number;
  readonly store?: string;
  readonly export?: string | true;
  readonly protocol?: string;
}

const help = `
The demo agent speaks the protocol on standard input and output, for a first look and for tests. It needs no model and no
network, and the same prompts give the same answers. Each of its slash commands shows one thing; /tour shows them all.

Examples:
  $ emend chat -- emend agent            talk to it; this is also what emend chat does
  $ emend chat --resume -- emend agent --store sessions
  $ emend agent --store sessions --export > sessions.ndjson
  $ emend agent --protocol 1             an agent that speaks only v1; june and november are the drafts of v2
  $ emend agent --pace 0 < session.ndjson`;

async function exportFrom(command: Command, store: string | undefined, session: string | true): Promise<void> {
  if (store === undefined) command.error("error: option '--export' needs '--store <dir>'");
  // An export must not create a store.
  if (!existsSync(join(store, storeFile))) throw new Problem(`There are no sessions in ${store}.`);
  const log = await openStore(store, 'read');
  try {
    await writeExport(log, session === true ? undefined : session);
  } finally {
    await log.close();
  }
}

/** Adds `emend agent`. */
export function defineAgent(command: Command): void {
  command
    .option('--store <dir>', 'store the sessions in this directory')
    .option('--export [session]', 'write a stored session, or all of them, as messages and exit')
    .addOption(
      new Option('--protocol <version>', 'speak only this version (default: that of the client)').choices(dialectNames),
    )
    .addOption(new Option('--pace <ms>', 'milliseconds between two words').argParser(milliseconds).default(20))
    .addHelpText('after', help)
    .action(async (options: Options) => {
      if (options.export !== undefined) return exportFrom(command, options.store, options.export);
      const log = options.store === undefined ? undefined : await openStore(options.store, 'write');
      const demo = demonstration(present({ pace: options.pace, log }));
      const { protocol } = options;
      const connection = serve(agent(demo.definition), stdio(), {
        ...(protocol === undefined ? {} : { bridge: { dialects: [dialectNamed(protocol)] } }),
        // Its turns end by themselves, so that a whole conversation can be piped through it.
        whenClientLeaves: 'finish',
      });
      await connection.closed;
      await demo.close();
      await log?.close();
    });
}
