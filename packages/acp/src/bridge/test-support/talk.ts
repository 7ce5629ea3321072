import type { LedgerEntry } from '../ledger.ts';
import type { Translation } from '../outbox.ts';
import { type TranslatorOptions, translator } from '../translator.ts';
import { object } from './json.ts';

/** A conversation over a translator, with short forms for what tests say again and again. */
export function talk(options: TranslatorOptions) {
  const bridge = translator(options);
  const ledger: LedgerEntry[] = [];
  const seen = { client: [] as unknown[], agent: [] as unknown[] };

  function took(given: Translation): { readonly client: readonly unknown[]; readonly agent: readonly unknown[] } {
    ledger.push(...given.ledger);
    seen.client.push(...given.toClient);
    seen.agent.push(...given.toAgent);
    return { client: given.toClient, agent: given.toAgent };
  }

  const fromClient = (message: unknown) => took(bridge.fromClient(message));
  const fromAgent = (message: unknown) => took(bridge.fromAgent(message));
  const sessionId = 's';

  return {
    bridge,
    ledger,
    seen,
    fromClient,
    fromAgent,
    flush: () => took(bridge.flush()),
    end: () => took(bridge.end()),
    /** The client asks; gives what the agent gets. */
    ask: (id: string | number | null, method: string, params: object = {}) =>
      fromClient({ jsonrpc: '2.0', id, method, params }),
    /** The agent answers; gives what the client gets. */
    answer: (id: string | number | null, result: unknown) => fromAgent({ jsonrpc: '2.0', id, result }),
    /** The agent sends an update; gives the updates that the client gets. */
    update: (sessionUpdate: string, fields: object = {}) =>
      updatesOf(
        fromAgent({
          jsonrpc: '2.0',
          method: 'session/update',
          params: { sessionId, update: { sessionUpdate, ...fields } },
        }).client,
      ),
    /** The entries without the words for people. */
    entries: () => ledger.map(({ lost: _, done: __, direction: ___, sessionId: ____, ...entry }) => entry),
    rules: () => ledger.map((entry) => entry.rule),
  };
}

/** The updates among messages; other messages as they are. */
export function updatesOf(messages: readonly unknown[]): unknown[] {
  return messages.map((message) => {
    const { method, params } = object(message);
    return method === 'session/update' ? object(params)['update'] : message;
  });
}

/** A block of text. */
export function text(value: string) {
  return { type: 'text', text: value };
}
