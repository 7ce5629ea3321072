import { fetchingCommand, findAgent, knownAgents, type NamedAgent, nearestName } from '@emend/acp/agents';
import { ConnectionError } from '@emend/acp/jsonrpc';
import { commandOfAgent, findCommand } from '@emend/acp/node';
import type { Command } from 'commander';
import { argsOf } from '../options/command-args.ts';
import { Problem } from '../output/problem.ts';
import { configPath } from './config-file.ts';
import { ownAgents } from './own-agents.ts';

/** The option of commands that take an agent by its name. */
export interface NameOptions {
  readonly install?: true;
}

/** The problem of a word that names an agent which is not there, or no agent at all. */
export class MissingAgent extends Problem {}

/** Explains names in a help text. */
export const nameHelp = `In place of '-- COMMAND', the name of a known agent will do, such as gemini, without --; 'emend agents' lists them. A name comes
before a program that is called the same, which -- starts. If the agent is not installed, --install fetches it for this run.`;

/** Adds the option for agents that are given by their name. */
export function addNameOption(command: Command): Command {
  return command.option('--install', 'if an agent that is given by its name is missing, fetch it with npx or uvx');
}

/** Returns all agents with names, one's own first. */
export function namedAgents(): NamedAgent[] {
  return [...ownAgents(configPath(process.env)), ...knownAgents];
}

/** Returns the names of all agents, each once. A file with one's own that cannot be understood leaves those of the catalogue. */
export function agentNames(): string[] {
  const own = (): NamedAgent[] => {
    try {
      return ownAgents(configPath(process.env));
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  };
  return [...new Set([...own(), ...knownAgents].map(({ name }) => name))].sort();
}

/** Returns whether words are a single one that can be the name of an agent: it is no path, and `--` was not given. */
export function isNameLike(command: Command, words: readonly string[]): boolean {
  const [word = ''] = words;
  return words.length === 1 && word !== '' && !argsOf(command).includes('--') && !/[\\/]/.test(word);
}

/** Returns the command of an agent: that of the agent which a single word names, or else the words themselves. */
export function namedCommand(command: Command, words: readonly string[], options: NameOptions): readonly string[] {
  const [word = ''] = words;
  const isName = isNameLike(command, words);
  const agents = isName ? namedAgents() : [];
  const agent = findAgent(word, agents);
  if (agent !== undefined) return started(agent, options);
  if (options.install === true)
    command.error("error: option '--install' needs the name of an agent; 'emend agents' lists them");
  if (!isName || findCommand(word, [], { cwd: process.cwd(), env: process.env }) !== undefined) return words;
  throw new MissingAgent(
    `The command '${word}' was not found, and no agent has that name. ${suggestion(word, agents)}`,
  );
}

/** Returns a sentence that says which name was probably meant, and where all are. */
export function suggestion(word: string, agents: readonly NamedAgent[]): string {
  const nearest = nearestName(
    word,
    agents.flatMap(({ name, aliases }) => [name, ...aliases]),
  );
  const list = "'emend agents' lists the names.";
  return nearest === undefined ? list : `Did you mean '${nearest}'? ${list}`;
}

function started(agent: NamedAgent, options: NameOptions): readonly string[] {
  try {
    return commandOfAgent(agent, { cwd: process.cwd(), env: process.env }, options);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const isFetchable = options.install !== true && fetchingCommand(agent) !== undefined;
    throw new MissingAgent(`${error.message}${isFetchable ? ' With --install, it is fetched for this run.' : ''}`);
  }
}
