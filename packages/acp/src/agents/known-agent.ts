import type { Dialect } from '../protocol/dialects.ts';

/** How an agent is installed: its package of npm or of PyPI, if it has one, and the page that explains it. */
export interface AgentInstall {
  /** The package of npm with the agent's program. */
  readonly npm?: string;
  /** The package of PyPI with the agent's program. */
  readonly pypi?: string;
  /** The page that explains how to install the agent. */
  readonly page: string;
}

/** How to log in to an agent. */
export interface AgentLogin {
  /** `agent`: the client asks for it by the protocol, and the agent does the rest. `terminal`: once, with the agent's own program. */
  readonly methods: readonly ('agent' | 'terminal')[];
  /** The command that logs in, if one is known. */
  readonly command?: readonly string[];
  /** The environment variable that can hold a key instead. */
  readonly variable?: string;
}

/** A name for the command that starts an agent. */
export interface NamedAgent {
  readonly name: string;
  /** Other names of the same agent. */
  readonly aliases: readonly string[];
  /** The program and its arguments; it speaks the protocol on standard input and output. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly install?: AgentInstall;
}

/** An agent of the catalogue, with what is known about it. */
export interface KnownAgent extends NamedAgent {
  /** The name of the product. */
  readonly title: string;
  readonly install: AgentInstall;
  /** Absent if no source says how. */
  readonly login?: AgentLogin;
  /** The dialects that it speaks; empty if no source says which. */
  readonly dialects: readonly Dialect[];
  /** What it does differently from other agents, one sentence each. */
  readonly quirks: readonly string[];
  /** Where the facts come from. */
  readonly sources: readonly [string, ...string[]];
  /** The day when the facts were last compared with their sources, such as `2026-11-16`. */
  readonly checked: string;
}
