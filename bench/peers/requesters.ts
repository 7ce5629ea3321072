import { Peer } from '@emend/acp/jsonrpc';
import { nodeStreams } from '@emend/acp/node';
import { type Child, startProgram } from './child.ts';
import { officialClient } from './official-client.ts';
import { plainRequester } from './plain-client.ts';

/** Asks the other side and gives its answer. */
export type Request = (params: unknown) => Promise<unknown>;

/** Each contestant with a process of its own kind on the other side, which answers with what it was asked. */
export const requesters: Readonly<Record<string, () => { child: Child; request: Request }>> = {
  ours() {
    const child = startProgram('echo-ours');
    const peer = new Peer(nodeStreams({ readable: child.stdout, writable: child.stdin }));
    return { child, request: (params) => peer.request('_bench/echo', params) };
  },
  'official SDK'() {
    const child = startProgram('echo-official');
    const { agent } = officialClient(child, noop, noop);
    return { child, request: (params) => agent.request('_bench/echo', params) };
  },
  'split + JSON.parse'() {
    const child = startProgram('echo-plain');
    return { child, request: plainRequester(child) };
  },
};

function noop(): void {}
