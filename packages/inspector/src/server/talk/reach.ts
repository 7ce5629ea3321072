import { connect, type Transport, tap } from '@emend/acp';
import { AgentStarter } from '@emend/acp/node';
import type { Sender } from '@emend/acp/recording';
import type { Reach } from './talk.ts';

/** Longest line that is read; a longer one is only named. */
const longestLine = 64 * 1024 * 1024;

/** Is told everything that passes between the client and the agent. */
export type Seen = (from: Sender, bytes: Uint8Array) => void;

/** Returns how to start the agent of a command line. */
export function reachCommand([command = '', ...args]: readonly string[], seen: Seen): Reach {
  return async (options) => {
    const starter = new AgentStarter(command, args, { maxFrameBytes: longestLine });
    const open = async (): Promise<Transport> => {
      const { transport, stderr } = await starter.start();
      stderr.on('data', (bytes: Uint8Array) => seen('stderr', bytes));
      return seenBy(transport, seen);
    };
    const { signal } = options;
    try {
      const client = connect(await open(), { ...options, bridge: { ...options.bridge, restart: open } });
      return await starter.startUp(client, signal);
    } catch (error) {
      // Whoever gives up waits for the end of the agent; whoever is told of a failure does not.
      if (signal?.aborted) await starter.process?.terminate();
      throw error;
    }
  };
}

/** Returns how to talk to an agent over a transport that is opened when it is needed. */
export function reachTransport(openTransport: () => Promise<Transport>, seen: Seen): Reach {
  const open = async (): Promise<Transport> => seenBy(await openTransport(), seen);
  return async (options) => connect(await open(), { ...options, bridge: { ...options.bridge, restart: open } });
}

function seenBy(transport: Transport, seen: Seen): Transport {
  return tap(transport, (direction, frame) => {
    const text = typeof frame === 'string' ? frame : `${frame.head} (${frame.problem}, ${frame.size} bytes)`;
    seen(direction === 'sent' ? 'client' : 'agent', Buffer.from(`${text}\n`));
  });
}
