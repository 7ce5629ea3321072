import june from '@emend/acp/protocol/schema/june.json' with { type: 'json' };
import v1 from '@emend/acp/protocol/schema/v1.json' with { type: 'json' };
import { Argument, type Command } from 'commander';
import { type DialectName, dialectNamed, dialectNames } from '../options/dialect-names.ts';

const help = `
The schema is JSON Schema 2020-12. Its root is one message; the types are under $defs.

Examples:
  $ emend schema 2 > acp-v2.schema.json
  $ emend schema 1 | jq '.["$defs"].ToolCall'`;

/** Adds `emend schema`. */
export function defineSchema(command: Command): void {
  command
    .addArgument(new Argument('<version>', 'the version of the protocol').choices(dialectNames))
    .addHelpText('after', help)
    .action((name: DialectName) => {
      process.stdout.write(`${JSON.stringify({ v1, june }[dialectNamed[name]], null, 2)}\n`);
    });
}
