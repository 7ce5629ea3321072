import june from '@emend/acp/protocol/schema/june.json' with { type: 'json' };
import v1 from '@emend/acp/protocol/schema/v1.json' with { type: 'json' };
import { Argument, type Command } from 'commander';

const help = `
The schema is JSON Schema 2020-12. Its root is one message; each type stands under $defs.

Examples:
  $ emend schema 2 > acp-v2.schema.json
  $ emend schema 1 | jq '.["$defs"].ToolCall'`;

/** Adds `emend schema`. */
export function defineSchema(command: Command): void {
  command
    .addArgument(new Argument('<version>', 'the version of the protocol').choices(['1', '2']))
    .addHelpText('after', help)
    .action((version: '1' | '2') => {
      process.stdout.write(`${JSON.stringify(version === '1' ? v1 : june, null, 2)}\n`);
    });
}
