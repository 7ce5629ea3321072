import { parseArgs } from 'node:util';
import { Refusal } from './refusal.ts';

/** The kinds of projects that can be made; each is a folder of templates. */
export const templates = ['agent', 'client'] as const;

/** A kind of project. */
export type Template = (typeof templates)[number];

/** What the command line says; what it leaves open is asked for, or takes its default. */
export interface Arguments {
  readonly directory: string | undefined;
  readonly template: Template | undefined;
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** Text of `--help`. */
export const usage = `Usage: npm create emend [DIR] [-- OPTIONS]
       create-emend [DIR] [OPTIONS]

Makes a TypeScript project for the Agent Client Protocol in the folder DIR, which must be new or empty.

Options:
  --template KIND  agent (the default) or client
  --yes            asks nothing and takes the defaults
  --version        prints the version
  --help           prints this text
`;

/** Returns the template with a name, or undefined. */
export function templateNamed(name: string): Template | undefined {
  return templates.find((each) => each === name);
}

/** Reads the command line, or throws a refusal that says what is wrong with it. */
export function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args);
  if (positionals.length > 1) {
    throw new Refusal(`There is one folder to make, and ${positionals.length} were named: ${positionals.join(', ')}.`);
  }
  const template = values.template === undefined ? undefined : templateNamed(values.template);
  if (values.template !== undefined && template === undefined) {
    throw new Refusal(`There is no template '${values.template}'. Use ${templates.join(' or ')}.`);
  }
  const { yes, help, version } = values;
  return { directory: positionals[0], template, yes, help, version };
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't' },
        yes: { ...flag, short: 'y' },
        help: { ...flag, short: 'h' },
        version: flag,
      },
    });
  } catch (error) {
    // Node explains how to pass a value that begins with a dash, in several sentences; the first names the problem.
    const message = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${message.split(/\. |\n/)[0]?.replace(/\.$/, '')}. See --help.`);
  }
}
