import { setTimeout } from 'node:timers/promises';
import type { Client, ClientOptions, ConnectionError } from '@emend/acp';
import { localHost, type SpawnAgentOptions, spawnAgent } from '@emend/acp/node';
import { readLines } from './read-lines.ts';

/** Resolves when an agent has had its time to answer `initialize`. The signal aborts when it has answered. */
export type HandshakePatience = (signal: AbortSignal) => Promise<unknown>;

/** The time that agents have unless it is said otherwise: some install what they need when they are first started. */
export const halfAMinute: HandshakePatience = (signal) => setTimeout(30_000, undefined, { signal });

/**
 * Starts an agent that the server connects to itself. One that does not answer in time is ended. The files and terminals of a v1 agent are those of
 * this machine, where its sessions work.
 */
export async function startAgent(
  [name = '', ...args]: readonly string[],
  options: ClientOptions,
  log: (line: string) => void,
  patience: HandshakePatience,
): Promise<Client> {
  const [answered, late] = [new AbortController(), new AbortController()];
  patience(answered.signal).then(
    () => late.abort(),
    () => {},
  );
  const signal = AbortSignal.any([late.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const bridge = { serve: localHost({ serve: ['files', 'terminals'] }) };
  const spawning: SpawnAgentOptions = { ...options, bridge, signal };
  try {
    const client = await spawnAgent(name, args, spawning);
    const { stderr, pid } = client.process;
    readLines(stderr, (line) => log(`agent ${pid}: ${line}`));
    void client.closed.then((error) => {
      if (error.reason === 'exited') log(`agent ${pid}: the process ended ${howEnded(error)}.`);
    });
    return client;
  } catch (error) {
    if (late.signal.aborted) throw new Error(silence(name), { cause: error });
    throw error;
  } finally {
    answered.abort();
  }
}

function howEnded({ exitCode, signal }: ConnectionError): string {
  return signal === undefined ? `with code ${exitCode}` : `by ${signal}`;
}

function silence(name: string): string {
  return `The command '${name}' does not answer the request initialize, and was ended. It may not speak the Agent Client Protocol, or need an option for that.`;
}
