import {
  type AgentInstall,
  type AgentLogin,
  installCommand,
  type KnownAgent,
  type NamedAgent,
} from '@emend/acp/agents';
import { shellLine } from '@emend/acp/node';
import { neutralRow } from '../terminal/neutral.ts';

/** An agent as `emend agents` lists it. */
export interface ListedAgent {
  readonly agent: NamedAgent | KnownAgent;
  /** Whether its program is on this machine. */
  readonly isInstalled: boolean;
  /** Whether it is in the configuration file. */
  readonly isOwn: boolean;
}

/** Returns the agents as the lines of a table: the name, what it is, and whether it is installed or how that is done. */
export function listLines(listed: readonly ListedAgent[]): string[] {
  const rows = listed.map((each) => [each.agent.name, whatItIs(each), state(each)] as const);
  const width = (column: 0 | 1): number => Math.max(0, ...rows.map((row) => row[column].length));
  return rows.map(([name, what, where]) =>
    neutralRow(`${name.padEnd(width(0))}  ${what.padEnd(width(1))}  ${where}`.trimEnd()),
  );
}

/** Returns everything that is known about an agent, a line for each fact. */
export function factLines(listed: ListedAgent): string[] {
  const { agent } = listed;
  const facts: [string, string][] = [
    ['name', [agent.name, ...agent.aliases].join(', ')],
    ['what', whatItIs(listed)],
    ['command', shellLine(agent.command)],
    ['installed', listed.isInstalled ? 'yes' : 'no'],
    ...(agent.install === undefined ? [] : installFacts(agent.install)),
    ...(isKnown(agent) ? knownFacts(agent) : []),
  ];
  return facts.map(([fact, words]) => neutralRow(`${fact.padEnd(10)} ${words}`));
}

/** Returns an agent as a value for programs. */
export function jsonOf({ agent, isInstalled, isOwn }: ListedAgent): object {
  return { ...agent, installed: isInstalled, own: isOwn };
}

/** Returns sentences that say how to log in to an agent. */
function loginWords({ methods, command, variable }: AgentLogin): string[] {
  const words = {
    agent: "The agent does it when its client asks: 'emend chat --login'.",
    terminal:
      command === undefined
        ? 'Start its own program in a terminal once.'
        : `Run '${command.join(' ')}' in a terminal once.`,
  };
  const key = variable === undefined ? [] : [`A key can be in the variable ${variable}.`];
  return [...methods.map((method) => words[method]), ...key];
}

function isKnown(agent: NamedAgent | KnownAgent): agent is KnownAgent {
  return 'sources' in agent;
}

function whatItIs({ agent }: ListedAgent): string {
  return isKnown(agent) ? agent.title : shellLine(agent.command);
}

function state({ agent, isInstalled, isOwn }: ListedAgent): string {
  if (isInstalled) return isOwn ? 'your own' : 'installed';
  if (agent.install === undefined) return `your own; the command '${agent.command[0]}' was not found`;
  return installCommand(agent.install)?.join(' ') ?? agent.install.page;
}

function installFacts(install: AgentInstall): [string, string][] {
  const command = installCommand(install);
  return [
    ...(command === undefined ? [] : [['install', command.join(' ')] satisfies [string, string]]),
    ['page', install.page],
  ];
}

function knownFacts({ login, dialects, quirks, sources, checked }: KnownAgent): [string, string][] {
  const each = (fact: string, texts: readonly string[]): [string, string][] => texts.map((text) => [fact, text]);
  return [
    ...each('login', login === undefined ? [] : loginWords(login)),
    ['speaks', dialects.length === 0 ? 'not known' : dialects.join(', ')],
    ...each('note', quirks),
    ...each('source', sources),
    ['checked', checked],
  ];
}
