import type { RequestMessage } from '../../jsonrpc/message.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { type ClientMethod, clientMethods } from '../v1-june/to-june/client-methods.ts';
import type { ClientServices } from '../v1-june/to-june/options.ts';
import type * as v1 from '../v1-june/v1.ts';
import { dialectOfClient, handshakeInV1 } from './dialect.ts';

/** What a v1 agent may ask of its client and v2 does not have, by method: called with the folders that the session was granted. */
export type HostedRequests = {
  readonly [M in ClientMethod]?: (
    params: v1.ClientRequests[M]['params'],
    roots: readonly string[],
  ) => Promise<v1.ClientRequests[M]['result']>;
};

/** Serves a v1 agent in the place of a v2 client, which has neither files nor terminals to offer. */
export interface ClientHost {
  /** What is there is advertised to the agent, and nothing else; the requests come checked. */
  readonly requests: HostedRequests;
  /** What a terminal has printed; tool calls that show the terminal show that. */
  terminalText?(sessionId: string, terminalId: string): string | undefined;
  /** The client has asked to close or delete a session, and has its answer, be it a refusal: nobody waits for what runs for it. */
  closeSession?(sessionId: string): void;
  /** The connection is over. */
  close?(): Promise<void>;
}

/** What a host lets its agent know it serves. */
export function servicesOf({ requests }: ClientHost): ClientServices {
  const has = (method: ClientMethod) => requests[method] !== undefined;
  return {
    fs: { readTextFile: has('fs/read_text_file'), writeTextFile: has('fs/write_text_file') },
    terminal: clientMethods.filter((method) => method.startsWith('terminal/')).every(has),
  };
}

/**
 * The handshake of a v2 client with what it offers, and what is served in its place, also where a v1 agent looks for it: one
 * that answers a handshake in v2 at once has read no other words.
 */
export function withV1Offers(request: RequestMessage, host: ClientHost | undefined): RequestMessage {
  const { params } = request;
  if (!isObject(params) || dialectOfClient(params) !== 2) return request;
  const { clientCapabilities } = handshakeInV1(params);
  const services = host === undefined ? {} : servicesOf(host);
  return { ...request, params: { ...params, clientCapabilities: { ...clientCapabilities, ...services } } };
}
