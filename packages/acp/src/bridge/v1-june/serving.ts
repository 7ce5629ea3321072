import type { NotificationMessage, RequestId, RequestMessage } from '../../jsonrpc/message.ts';
import { RpcError, requestCancelled, rpcErrorCodes, toRpcError } from '../../jsonrpc/rpc-error.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { Serving, ServingCallbacks } from '../edge.ts';
import type { LedgerEntry } from '../ledger.ts';
import { noting } from '../outbox.ts';
import { readLeniently, sessionOf } from '../reading.ts';
import type { ClientHost } from './client-host.ts';
import { type ClientMethod, isClientMethod } from './client-methods.ts';
import { toJune } from './rules.ts';
import { sessionRoots } from './session-roots.ts';
import * as v1 from './v1.ts';

type Handler = (params: unknown, roots: readonly string[]) => Promise<unknown>;

/** Returns what serves the requests that a host has handlers for. */
export function serving(host: ClientHost, { answer, report, onTerminalNews }: ServingCallbacks): Serving {
  const roots = sessionRoots();
  const open = new Set<RequestId>();

  function finish(id: RequestId, body: object): void {
    // A cancelled request has been answered already.
    if (open.delete(id)) answer({ jsonrpc: '2.0', id, ...body });
  }

  async function serve(method: ClientMethod, params: unknown): Promise<unknown> {
    const sessionId = sessionOf(params);
    const ledger: LedgerEntry[] = [];
    const read = readLeniently<unknown>(v1.methods[method].params, params, noting(toJune, sessionId, { ledger }));
    for (const entry of ledger) report(entry);
    if (!read.ok) throw new RpcError(read.error.code, read.error.message, read.error.data);
    const granted = roots.rootsOf(String(sessionId));
    if (granted === undefined) throw new RpcError(rpcErrorCodes.invalidParams, `Unknown session: ${sessionId}`);
    if (method === 'terminal/release') onTerminalNews();
    // The table has the handler of this very method; the compiler cannot follow it through the lookup.
    const result = await (host.requests[method] as Handler)(read.value, granted);
    if (method === 'terminal/wait_for_exit' || method === 'terminal/kill') onTerminalNews();
    return result;
  }

  function cancel({ params }: NotificationMessage): boolean {
    const id = isObject(params) ? (params['requestId'] as RequestId) : undefined;
    if (id === undefined || !open.has(id)) return false;
    finish(id, { error: requestCancelled() });
    return true;
  }

  return {
    see(from, value) {
      if (from === 'client') roots.fromClient(value);
      else {
        const ended = roots.fromAgent(value);
        if (ended !== undefined) host.closeSession?.(ended);
      }
    },
    take({ kind, value }) {
      if (kind === 'notification') {
        const notification = value as NotificationMessage;
        return notification.method === '$/cancel_request' && cancel(notification);
      }
      if (kind !== 'request') return false;
      const { id, method, params } = value as RequestMessage;
      if (!isClientMethod(method) || host.requests[method] === undefined) return false;
      open.add(id);
      serve(method, params).then(
        (result) => finish(id, { result }),
        (thrown: unknown) => finish(id, { error: toRpcError(thrown, { aborted: false }) }),
      );
      return true;
    },
  };
}
