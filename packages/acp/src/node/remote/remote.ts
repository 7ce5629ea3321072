import { withCookies } from '../../remote/client/cookies.ts';
import type { RemoteOptions } from '../../remote/client/options.ts';
import { remote as remoteAnywhere } from '../../remote/client/remote.ts';
import { DEFAULT_MAX_FRAME_BYTES, type Transport } from '../../transport/transport.ts';
import { type ClientTls, httpFetch } from './http-fetch.ts';
import { WsClientSocket } from './ws-client.ts';

/** Options of `remote` in Node. */
export interface NodeRemoteOptions extends RemoteOptions {
  /** Settings of TLS, for example `ca` for a server whose certificate no known authority has signed. */
  readonly tls?: ClientTls;
}

/**
 * Connects to an agent behind a URL, as `remote` of the main entry point does, with what Node has: WebSockets of the `ws` library, which
 * send headers, and HTTP at a fraction of the cost of `fetch`.
 */
export function remote(address: string | URL, options: NodeRemoteOptions = {}): Transport {
  const { tls = {}, platform, ...others } = options;
  const http = httpFetch(tls);
  const socketOptions = { tls, maxPayload: options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES };
  const transport = remoteAnywhere(address, {
    ...others,
    platform: {
      openSocket: (url, request) => new WsClientSocket(url, request, socketOptions),
      sendsHeaders: true,
      fetch: withCookies(http.fetch),
      ...platform,
    },
  });
  return freeing(transport, () => http.close());
}

/** Returns a transport that frees what it used when it is closed, also after it was opened again. */
function freeing(transport: Transport, free: () => void): Transport {
  const { again } = transport;
  return {
    send: (frame) => transport.send(frame),
    frames: transport.frames,
    async close() {
      await transport.close();
      free();
    },
    abort: () => transport.abort?.(),
    ...(again && { again: async () => freeing(await again(), free) }),
  };
}
