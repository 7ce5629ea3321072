import {
  CapabilityError,
  ConnectionError,
  isAuthenticationRequired,
  RpcError,
  UnsupportedVersionError,
} from '@emend/acp';
import { rpcErrorCodes } from '@emend/acp/jsonrpc';
import type { AuthMethod } from '@emend/acp/protocol/june';
import { refusalWords } from '@emend/acp/view';
import { lastWords } from '../output/last-words.ts';
import { Problem } from '../output/problem.ts';
import { remoteWords } from '../remote/remote-problem.ts';
import type { RemoteTarget } from '../remote/remote-target.ts';
import { neutralLine, shortLine } from '../terminal/neutral.ts';

/** What is known about an agent when something goes wrong. */
export interface AgentCase {
  /** The command line that started it, or where it is. */
  readonly target: readonly string[] | RemoteTarget;
  readonly timeout: number;
  readonly authMethods: readonly AuthMethod[];
  /** The end of its standard error. */
  readonly stderrTail: string;
  /** A line of standard output that was not a message. */
  readonly noise: string | undefined;
  /** True if it was closed because it sent more than can be kept. */
  readonly isOverrun: boolean;
}

function quoted(target: AgentCase['target']): string {
  return 'url' in target ? target.url : target.map(shellWord).join(' ');
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${neutralLine(text)}'`;
}

/** Thrown when an initialized agent stays silent while it is asked for a session. */
export class SilentAgentError extends Error {}

function evidence(agent: AgentCase): string[] {
  const { noise } = agent;
  const lines = lastWords(agent.stderrTail);
  if (lines.length === 0) lines.push('It wrote nothing to standard error.');
  if (noise !== undefined) {
    lines.push(`It printed to standard output what is not a message: ${shortLine(noise, 200)}`);
    lines.push('An agent that speaks on standard output must print everything else to standard error.');
  }
  return lines;
}

/** Advice about a command that did what it does, and had nothing to do with a client. */
const endedWordlessly = [
  'An agent goes on until its standard input ends. Does the program serve one? Some need an argument for that, such as --acp.',
];

function connectionWords(error: ConnectionError, agent: AgentCase): string[] {
  const name = quoted(agent.target);
  if (error.reason === 'not-started' && !isTimeout(error.cause)) {
    return [
      `The agent could not be started: ${neutralLine(error.message)}`,
      `The command was: ${name}`,
      'Is it installed, and is its folder on the PATH? Try to run the command by itself.',
    ];
  }
  if (error.reason === 'not-started') {
    return [
      `The agent did not answer within ${agent.timeout / 1000} s.`,
      `The command was: ${name}`,
      ...evidence(agent),
      'Does the command speak the Agent Client Protocol on standard input and output? Some agents need an argument for',
      'that, such as --acp. If it only starts slowly, give it more time with --timeout.',
    ];
  }
  if (error.reason === 'exited') {
    const how = error.signal === undefined ? `ended with status ${error.exitCode}` : `was ended by ${error.signal}`;
    return [
      `The agent ${how}.`,
      `The command was: ${name}`,
      ...evidence(agent),
      ...(error.exitCode === 0 ? endedWordlessly : ['Try to run the command by itself to see what it needs.']),
    ];
  }
  return [
    `The connection to the agent was lost: ${neutralLine(error.message)}`,
    `The command was: ${name}`,
    ...evidence(agent),
  ];
}

const overrunWords = [
  'The agent sent more than can be kept, and was ended.',
  'A session may hold 100 million characters. Is the agent caught in a loop?',
];

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

function loginWords({ authMethods, target }: AgentCase): string[] {
  const offers = authMethods.map(({ id, name, description }) => {
    const more = typeof description === 'string' && description !== '' ? `: ${neutralLine(description)}` : '';
    return `  ${neutralLine(id)}  ${neutralLine(name)}${more}`;
  });
  const [first] = authMethods;
  if (first === undefined)
    return ['The agent wants a login, but offers no way to log in.', 'Log in with the agent itself, then try again.'];
  return [
    'The agent wants a login first. It offers:',
    ...offers,
    `Try: emend chat --login ${neutralLine(first.id)} ${'url' in target ? '--url' : '--'} ${quoted(target)}`,
  ];
}

/** Returns why the agent refused; of a remote agent that has ended, only what the server says of it. */
function whyRefused(error: RpcError): string {
  const line = (text: string): string => shortLine(text, 1_000);
  return isAgentGone(error.data) ? line(error.message) : refusalWords(error, line);
}

/** Returns whether the data of an error say that the process of a remote agent has ended. */
function isAgentGone(data: unknown): data is { readonly stderr?: unknown } {
  return typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'agent_ended';
}

/** Returns what is known with an error of the agent: a remote agent that has ended sends the end of its standard error with it. */
function knownWith({ data }: RpcError, agent: AgentCase): AgentCase {
  return isAgentGone(data) && typeof data.stderr === 'string' ? { ...agent, stderrTail: data.stderr } : agent;
}

/** Returns what to do about a session that was to be opened in another working directory than its own, which an agent of this library names. */
function whereToOpen({ data }: RpcError): string[] {
  if (typeof data !== 'object' || data === null || !('cwd' in data) || typeof data.cwd !== 'string') return [];
  return [`Open it with --cwd ${shellWord(data.cwd)}`];
}

/** Said when an agent was reached again, but no longer has the session. */
export const lostWords = 'The server no longer has this conversation, and it was not stored.';

/** Said when an agent was reached again, but cannot open the session now. */
export const refusedWords =
  'The server cannot open this conversation now. It is asked again for up to two minutes; prompts wait.';

/** Said when the session is open after that. */
export const openAgainWords = 'The conversation is open again.';

/** Returns what is said when it could not be opened after that. */
export function unopenedWords(sessionId: string): string {
  return `The server could not open this conversation again. Try it later with --resume ${shortLine(sessionId, 200)}.`;
}

/** Returns why a turn failed, after the given lead, or what to try. */
export function turnErrorWords(lead: string, error: RpcError, agent: AgentCase): string {
  if (isAuthenticationRequired(error)) return loginWords(agent).join('\n');
  // The reason of an internal error is often only in the agent's standard error.
  const isInternal = error.code === rpcErrorCodes.internalError;
  return [`${lead}: ${whyRefused(error)}`, ...(isInternal ? lastWords(knownWith(error, agent).stderrTail) : [])].join(
    '\n',
  );
}

/** Turns a failure of the agent into a `Problem`: what happened, what its standard error says and what to try. */
export function agentProblem(error: unknown, agent: AgentCase): Problem {
  if (error instanceof Problem) return error;
  const lines = agent.isOverrun ? overrunWords : wordsFor(error, agent);
  return new Problem(lines.join('\n'));
}

function wordsFor(error: unknown, agent: AgentCase): readonly string[] {
  const { target } = agent;
  if ('url' in target) {
    const words = remoteWords(error, target);
    if (words !== undefined) return words;
  }
  if (error instanceof ConnectionError) return connectionWords(error, agent);
  if (isAuthenticationRequired(error)) return loginWords(agent);
  if (error instanceof UnsupportedVersionError || error instanceof CapabilityError) return [neutralLine(error.message)];
  if (error instanceof RpcError) {
    const lead = isAgentGone(error.data) ? `The agent at ${quoted(target)} has ended` : 'The agent refused';
    return [`${lead}: ${whyRefused(error)}`, ...whereToOpen(error), ...lastWords(knownWith(error, agent).stderrTail)];
  }
  if (error instanceof SilentAgentError && 'url' in target)
    return [
      `The agent at ${target.url} did not answer within ${agent.timeout / 1000} s.`,
      'If it only starts slowly, give it more time with --timeout.',
    ];
  if (error instanceof SilentAgentError) {
    return [
      `The agent started, but was silent for ${agent.timeout / 1000} s when it was asked for a session.`,
      `The command was: ${quoted(agent.target)}`,
      ...evidence(agent),
      'If it only starts slowly, or with slow MCP servers, give it more time with --timeout.',
    ];
  }
  throw error;
}
