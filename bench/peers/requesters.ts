import { type Child, startProgram } from './child.ts';

/** Asks the other side and gives its answer. */
export type Request = (params: unknown) => Promise<unknown>;

/** Each contestant with a process of its own kind on the other side, which answers with what it was asked; loaded only when it runs. */
export const requesters: Readonly<Record<string, () => Promise<{ child: Child; request: Request }>>> = {
  async ours() {
    const [{ Peer }, { nodeStreams }] = await Promise.all([import('@emend/acp/jsonrpc'), import('@emend/acp/node')]);
    const child = startProgram('echo-ours');
    const peer = new Peer(nodeStreams({ readable: child.stdout, writable: child.stdin }));
    return { child, request: (params) => peer.request('_bench/echo', params) };
  },
  async 'official SDK'() {
    const { officialClient } = await import('./official-client.ts');
    const child = startProgram('echo-official');
    const { agent } = officialClient(child, noop, noop);
    return { child, request: (params) => agent.request('_bench/echo', params) };
  },
  async 'split + JSON.parse'() {
    const { plainRequester } = await import('./plain-client.ts');
    const child = startProgram('echo-plain');
    return { child, request: plainRequester(child) };
  },
};

function noop(): void {}
