import type { ClientHost } from '../../../bridge/v1-june/client-host.ts';
import { connect as connectClient } from '../../../roles/client/connect.ts';
import type { ClientOptions } from '../../../roles/client/options.ts';
import type { Transport } from '../../../transport/transport.ts';
import { clientInProcess } from '../client/client-in-process.ts';
import type { StartClient } from '../client/started-client.ts';

/** What a client offers to its agent beyond what every client has. */
export type ClientOffers = Pick<ClientOptions, 'elicitation'> &
  Partial<Pick<ClientOptions, 'requestPermission'>> & { readonly host?: () => ClientHost };

/** How a client differs from the right one. */
interface RightClientOptions {
  /** Stands between the client and its agent. */
  readonly wrap?: (transport: Transport) => Transport;
  /** Whether it goes on as if nothing had happened when the client itself fails: it waits until it is ended. */
  readonly waitsForEver?: boolean;
  /** What it offers to its agent beyond what every client has. */
  readonly offers?: ClientOffers;
}

/** Makes a client that keeps the protocol, and does what its scene says. */
export function rightClient({
  wrap = (transport) => transport,
  waitsForEver = false,
  offers: { host, ...offers } = {},
}: RightClientOptions = {}): StartClient {
  return clientInProcess(async ({ scene, connect, signal }) => {
    try {
      let isCued = () => {};
      const cued = new Promise<void>((resolve) => {
        isCued = resolve;
      });
      const options: ClientOptions = {
        info: { name: 'right', version: '1' },
        requestPermission: ({ options: offered }) =>
          offered.find(({ kind }) => kind === 'allow_once')?.optionId ?? { outcome: 'cancelled' },
        bridge: { restart: async () => wrap(connect()), ...(host !== undefined && { serve: host() }) },
        ...offers,
        onUpdate: (update) => {
          if (JSON.stringify(update).includes('Cancel now.')) isCued();
        },
        onEvent: () => {},
        signal,
      };
      const client = await connectClient(wrap(connect()), options);
      if (scene === 'load') {
        for await (const { sessionId } of client.allSessions()) {
          if (sessionId === 'emend-check-earlier') await client.loadSession({ sessionId, cwd: '/w' });
        }
        await client.close();
        return;
      }
      const session = await client.newSession({ cwd: '/w' });
      const prompt = session.prompt('Hello');
      if (scene === 'cancel') {
        await cued;
        session.cancel();
      }
      await prompt;
      if (scene === 'second-prompt') await session.prompt('And again');
      await client.close();
    } catch (error) {
      if (!waitsForEver) throw error;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }
  });
}
