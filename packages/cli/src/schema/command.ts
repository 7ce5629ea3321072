import { Argument, type Command } from 'commander';
import { dialectNamed, dialectNames } from '../options/dialect-names.ts';
import { schemas } from './generated/schemas.ts';

/** The drafts of v2, by name; Emend speaks one of them, which is also version 2. */
const drafts = Object.keys(schemas).filter((name) => name !== 'v1') as Exclude<keyof typeof schemas, 'v1'>[];

const help = `
The schema is JSON Schema 2020-12. Its root is one message; the types are under $defs.
Version 2 is the draft of June 2026. The other commands do not read the draft of
November 2026 yet.

Examples:
  $ emend schema 2 > acp-v2.schema.json
  $ emend schema 1 | jq '.["$defs"].ToolCall'
  $ emend schema november > acp-november.schema.json`;

/** Adds `emend schema`. */
export function defineSchema(command: Command): void {
  command
    .addArgument(
      new Argument('<version>', 'the version of the protocol, or a draft of v2').choices([...dialectNames, ...drafts]),
    )
    .addHelpText('after', help)
    .action(async (name: string) => {
      const draft = drafts.find((each) => each === name);
      const { default: schema } = await schemas[draft ?? dialectNamed(name)]();
      process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });
}
