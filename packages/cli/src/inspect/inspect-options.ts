import { InvalidArgumentError } from 'commander';
import type { NameOptions } from '../agent-names/named-command.ts';
import type { RedactOption } from '../relay/redact-option.ts';
import type { TargetOptions } from '../remote/remote-target.ts';

/** Options of `emend inspect`. */
export interface InspectOptions extends TargetOptions, NameOptions {
  readonly proxy?: true;
  readonly host: string;
  readonly port: number;
  /** Absent if neither `--open` nor `--no-open` was given. */
  readonly open?: boolean;
  /** The file that gets the address of the page. */
  readonly addressFile?: string;
  readonly redact?: RedactOption;
  /** The name of the recording's dialect; absent if it is to be found out. */
  readonly protocol?: string;
  /** The file that gets the page with the recording. */
  readonly export?: string;
  readonly raw?: true;
}

/** What was given beside the options. */
interface Given {
  /** The words before `--`; more than one is wrong usage. */
  readonly files: readonly string[];
  readonly agent: readonly string[];
}

/** Tells FILE from the words of the agent, which come after `--`. */
export function givenWords(operands: readonly string[], argv: readonly string[]): Given {
  const end = argv.indexOf('--');
  const count = end === -1 ? 0 : argv.length - end - 1;
  const agent = count === 0 ? [] : operands.slice(-count);
  return { files: operands.slice(0, operands.length - agent.length), agent };
}

/** What was given, with the options. */
export interface Usage {
  readonly given: Given;
  readonly options: InspectOptions;
}

/** Returns what was meant: `--redact` takes the next word for its keys, so if neither FILE nor an agent is left, that word was FILE. */
export function meant(given: Given, options: InspectOptions): Usage {
  const { redact, url } = options;
  const hasSource = given.files.length > 0 || given.agent.length > 0 || url !== undefined;
  if (hasSource || typeof redact !== 'string') return { given, options };
  return { given: { ...given, files: [redact] }, options: { ...options, redact: true } };
}

/** Returns why words and options do not go together, or `undefined` if they do. */
export function usageProblem(
  { files, agent }: Given,
  options: InspectOptions,
  isTerminal: boolean,
): string | undefined {
  const { proxy, url } = options;
  const hasAgent = agent.length > 0 || url !== undefined;
  if (options.raw === true && options.export === undefined) return "option '--raw' needs '--export'";
  if (options.raw === true && options.redact !== undefined) return "give '--raw' or '--redact', not both";
  if (options.export !== undefined && hasAgent) return "option '--export' takes a FILE, not an agent";
  if (options.protocol !== undefined && hasAgent) return "option '--protocol' takes a FILE, not an agent";
  if (options.protocol !== undefined && options.export !== undefined)
    return "option '--protocol' does not go with '--export'; an exported page finds out the version by itself";
  if (options.addressFile !== undefined && options.export !== undefined)
    return "option '--address-file' does not go with '--export', which starts no server";
  const hasFile = files.length > 0;
  if (hasFile && hasAgent) return 'give FILE or an agent, not both; the command of an agent comes after --';
  if (files.length > 1) return 'give one FILE at a time; the command of an agent comes after --';
  if (proxy === true && !hasAgent) return "option '--proxy' needs the agent: -- COMMAND, or --url URL";
  if (!hasFile && !hasAgent && isTerminal) return "missing FILE, '-- COMMAND', or --url URL";
  return undefined;
}

/** Reads a port. */
export function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535; 0 is any free port.');
  return Number(text);
}
