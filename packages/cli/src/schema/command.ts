import { Argument, type Command } from 'commander';
import { dialectNamed, dialectNames } from '../options/dialect-names.ts';
import { schemas } from './generated/schemas.ts';

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
    .action(async (name: string) => {
      const { default: schema } = await schemas[dialectNamed(name)]();
      process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });
}
