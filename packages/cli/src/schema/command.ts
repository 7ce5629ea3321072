import { Argument, type Command } from 'commander';
import { dialectNamed, dialectNames } from '../options/dialect-names.ts';
import { schemas } from './generated/schemas.ts';

const help = `
The schema is JSON Schema 2020-12. Its root is one message; the types are under $defs.
There are two drafts of version 2: that of June 2026, which is also called 2, and that
of November 2026.

Examples:
  $ emend schema june > acp-june.schema.json
  $ emend schema 1 | jq '.["$defs"].ToolCall'
  $ emend schema november > acp-november.schema.json`;

/** Adds `emend schema`. */
export function defineSchema(command: Command): void {
  command
    .addArgument(new Argument('<version>', 'the version of the protocol, or a draft of v2').choices(dialectNames))
    .addHelpText('after', help)
    .action(async (name: string) => {
      const { default: schema } = await schemas[dialectNamed(name)]();
      process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });
}
