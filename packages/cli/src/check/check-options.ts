import { namesAgent } from '@emend/acp/node';
import type { NameOptions } from '../agent-names/named-command.ts';
import { dialectNames } from '../options/dialect-names.ts';
import type { ListenAddress } from '../options/listen-address.ts';
import type { ReportFile } from './report-files.ts';

/** What can be checked. */
export const kinds = ['agent', 'client', 'bridge'] as const;

/** What is checked. */
export type Kind = (typeof kinds)[number];

/** Options of `emend check`, as they were given. */
export interface CheckOptions extends NameOptions {
  readonly protocol?: string;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly prompt?: string;
  readonly promptTool?: string;
  readonly promptPermission?: string;
  readonly promptSlow?: string;
  /** In milliseconds. */
  readonly timeout: number;
  readonly jobs: number;
  readonly report: readonly ReportFile[];
  readonly transcripts?: string;
  readonly cwd?: string;
  readonly script?: string;
  readonly listen?: ListenAddress;
  readonly state?: string;
}

/** How long a peer may take for anything, in milliseconds. */
export const defaultTimeout = 30_000;

/** How many checks run at the same time. */
export const defaultJobs = 2;

/** The options that only some kinds have. */
const optionsOf: readonly {
  readonly key: keyof CheckOptions;
  readonly flag: string;
  readonly kinds: readonly Kind[];
}[] = [
  { key: 'prompt', flag: '--prompt', kinds: ['agent'] },
  { key: 'promptTool', flag: '--prompt-tool', kinds: ['agent'] },
  { key: 'promptPermission', flag: '--prompt-permission', kinds: ['agent'] },
  { key: 'promptSlow', flag: '--prompt-slow', kinds: ['agent'] },
  { key: 'install', flag: '--install', kinds: ['agent'] },
  { key: 'cwd', flag: '--cwd', kinds: ['agent', 'bridge'] },
  { key: 'script', flag: '--script', kinds: ['client'] },
  { key: 'listen', flag: '--listen', kinds: ['client'] },
  { key: 'state', flag: '--state', kinds: ['client'] },
];

/** The words of `--protocol`, without pairs. */
export const protocolNames: readonly string[] = [...dialectNames, 'all'];

/** Returns what is wrong with the options and the command for a kind, as a sentence for the usage error. */
export function usageProblem(kind: Kind, command: readonly string[], options: CheckOptions): string | undefined {
  const foreign = optionsOf.find(({ key, kinds: own }) => options[key] !== undefined && !own.includes(kind));
  if (foreign !== undefined) {
    const own = foreign.kinds.map((each) => `emend check ${each}`).join(' and ');
    return `${foreign.flag} is an option of ${own}, not of emend check ${kind}`;
  }
  return protocolProblem(kind, options.protocol) ?? commandProblem(kind, command, options);
}

function protocolProblem(kind: Kind, protocol: string | undefined): string | undefined {
  if (protocol === undefined || protocolNames.includes(protocol)) return undefined;
  const sides = protocol.split(':');
  const isPair = sides.length === 2 && sides.every((side) => dialectNames.includes(side));
  if (isPair && kind === 'bridge') return undefined;
  if (isPair) return `--protocol ${protocol} is a pair, which only emend check bridge has`;
  const pairs = kind === 'bridge' ? ', or a pair such as june:1' : '';
  return `option '--protocol <version>' argument '${protocol}' is invalid. Allowed choices are ${protocolNames.join(', ')}${pairs}.`;
}

function commandProblem(kind: Kind, command: readonly string[], options: CheckOptions): string | undefined {
  if (command.length === 0) return `missing required argument 'COMMAND' after --`;
  if (kind === 'bridge' && !namesAgent(command))
    return 'the command of a bridge needs {agent} where the command of its agent belongs';
  // A client may know the address by itself.
  if (kind === 'client' && options.listen === undefined && !namesAgent(command))
    return 'the command of a client needs {agent} where the command of its agent belongs, or --listen HOST:PORT';
  return undefined;
}
