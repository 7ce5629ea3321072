import { fetchingCommand, installWords } from '../../agents/install.ts';
import type { NamedAgent } from '../../agents/known-agent.ts';
import { findAgent, knownAgents } from '../../agents/known-agents.ts';
import { nearestName } from '../../agents/nearest-name.ts';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { type SpawnAgentOptions, type SpawnedAgent, spawnAgent } from './spawn-agent.ts';
import { findCommand, type ProcessPlace, whyNotFound } from './start-process.ts';

/** Options of `spawnNamedAgent`: which names there are, and those of `spawnAgent`. */
export type SpawnNamedAgentOptions = SpawnAgentOptions & {
  /** The agents that have a name; the catalogue by default. */
  readonly agents?: readonly NamedAgent[];
  /** Whether an agent that is not installed is fetched by npx or uvx, which run what they download. Default: false. */
  readonly install?: boolean;
};

/**
 * Returns the command that starts an agent on this machine. If its program is missing, that is one that fetches it, if `install` allows that and
 * there is a package; otherwise it throws a `ConnectionError` that says how to install it.
 */
export function commandOfAgent(
  agent: NamedAgent,
  place: ProcessPlace,
  options: { readonly install?: boolean } = {},
): readonly [program: string, ...args: string[]] {
  const { name, command, install } = agent;
  const [program, ...args] = command;
  if (findCommand(program, args, place) !== undefined) return command;
  const missing = `The agent '${name}' is not installed. ${whyNotFound(program, place)}`;
  if (install === undefined) throw new ConnectionError('not-started', missing);
  const fetching = options.install === true ? fetchingCommand(agent) : undefined;
  if (fetching !== undefined) return fetching;
  const why = options.install === true ? 'It is in no package that could be fetched. ' : '';
  throw new ConnectionError('not-started', `${missing} ${why}${installWords(install)}`);
}

/** Starts an agent of the catalogue by its name, such as `gemini`, as a child process and connects to it. */
export function spawnNamedAgent(name: string, options: SpawnNamedAgentOptions = {}): Promise<SpawnedAgent> {
  const { agents = knownAgents, install = false, ...others } = options;
  return Promise.resolve().then(() => {
    const agent = findAgent(name, agents);
    if (agent === undefined) throw new ConnectionError('not-started', unknownWords(name, agents));
    const place = { cwd: others.cwd ?? process.cwd(), env: others.env ?? process.env };
    const [program, ...args] = commandOfAgent(agent, place, { install });
    return spawnAgent(program, args, others);
  });
}

function unknownWords(name: string, agents: readonly NamedAgent[]): string {
  const nearest = nearestName(
    name,
    agents.flatMap((agent) => [agent.name, ...agent.aliases]),
  );
  return `There is no agent with the name '${name}'.${nearest === undefined ? '' : ` Did you mean '${nearest}'?`}`;
}
