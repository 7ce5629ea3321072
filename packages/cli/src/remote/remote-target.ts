import type { Transport } from '@emend/acp';
import type { RemoteOptions } from '@emend/acp/remote';
import type { Received } from '@emend/acp/transport';
import type { Command } from 'commander';
import { leaveOnSignal } from './leave-on-signal.ts';
import { addressProblem } from './remote-address.ts';
import { checkedToken, readToken } from './token-file.ts';

/** The options of commands that talk to an agent, which may be a remote one. */
export interface TargetOptions {
  readonly url?: string;
  readonly tokenFile?: string;
}

/** A remote agent. */
export interface RemoteTarget {
  readonly url: string;
  readonly token: string | undefined;
}

/** Explains the options in a help text. */
export const remoteHelp = `--url talks to a remote agent instead, such as one behind 'emend serve'. Its token is read from --token-file or from the
environment variable EMEND_TOKEN, and is never part of the address.`;

/** Adds the options for a remote agent to a command. */
export function addRemoteOptions(command: Command): Command {
  return command
    .option('--url <url>', 'a remote agent in place of COMMAND: ws, wss, http or https')
    .option('--token-file <file>', 'the file with the token of the remote agent');
}

/** Returns the remote agent that the options name, if they do. Ends with wrong usage if they do not go together with the command. */
export function remoteTarget(
  command: Command,
  agent: readonly string[],
  { url, tokenFile }: TargetOptions,
  env: NodeJS.ProcessEnv = process.env,
): RemoteTarget | undefined {
  if (url === undefined) {
    if (tokenFile !== undefined) command.error("error: option '--token-file' needs '--url <url>'");
    return undefined;
  }
  const problem = addressProblem(url);
  if (problem !== undefined) command.error(`error: option '--url <url>' is invalid. ${problem}`);
  if (agent.length > 0) command.error("error: option '--url' takes the place of COMMAND; give one of them");
  const given = env['EMEND_TOKEN'];
  if (tokenFile !== undefined) return { url, token: readToken(tokenFile) };
  return { url, token: given === undefined || given === '' ? undefined : checkedToken(given, 'EMEND_TOKEN') };
}

/** Options of {@link openRemote}. */
interface OpenOptions extends RemoteOptions {
  /** Called with the error that ends the connection. */
  readonly onFailure?: (error: unknown) => void;
}

/** Connects to a remote agent. The code for it is loaded only then. */
export async function openRemote({ url, token }: RemoteTarget, options: OpenOptions): Promise<Transport> {
  const { remote } = await import('./node-remote.ts');
  const { onFailure, ...others } = options;
  const transport = remote(url, token === undefined ? others : { ...others, token });
  leaveOnSignal(transport);
  if (onFailure === undefined) return transport;

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    try {
      yield* transport.frames;
    } catch (error) {
      onFailure?.(error);
      throw error;
    }
  }
  return { ...transport, frames: { [Symbol.asyncIterator]: frames } };
}
