import type { ResponseMessage } from '../../jsonrpc/message.ts';
import type { PipedMessage } from '../../jsonrpc/message-pipe.ts';
import { isWritableMessage } from '../../protocol/reading/nesting.ts';
import type { Message, Side, Translation } from '../outbox.ts';
import type { Translator } from '../translator.ts';
import type { BridgeOptions } from './bridge-options.ts';
import { serving } from './serving.ts';

/** Where frames for each side go. */
export interface Wires {
  toClient(frame: string, message: unknown): void;
  toAgent(frame: string, message: unknown): void;
}

/** What becomes of the messages of a connection once the handshake has decided. */
export interface Route {
  take(from: Side, message: PipedMessage): void;
  /** Sends what waits for more. */
  flush(): void;
  hasWaiting(): boolean;
  /** Sends whatever is held back. */
  end(): void;
}

/** Equal versions: every frame passes as it came, but for what an agent prints beside the protocol. */
export function passing(wires: Wires, options: BridgeOptions): Route {
  return {
    take(from, { kind, frame, value }) {
      const isMessage = kind !== 'noise' && kind !== 'invalid';
      if (typeof frame !== 'string' || (from === 'agent' && !isMessage)) {
        options.onEvent?.({ event: 'noise', from, frame });
      } else if (from === 'client') wires.toAgent(frame, value);
      else wires.toClient(frame, value);
    },
    flush: () => {},
    hasWaiting: () => false,
    end: () => {},
  };
}

/** Different versions: every message is translated; one that stays what it was keeps its text. */
export function translating(bridge: Translator, wires: Wires, options: BridgeOptions): Route {
  const { serve: host } = options;
  const served =
    host === undefined
      ? undefined
      : serving(host, {
          answer: (response) => wires.toAgent(JSON.stringify(response), response),
          report: (entry) => options.onEvent?.({ event: 'ledger', entry }),
          onTerminalDone: () => deliver(bridge.flush()),
        });

  function deliver(given: Translation, original?: PipedMessage): void {
    const textOf = (message: Message): string =>
      message === original?.value && typeof original.frame === 'string' ? original.frame : JSON.stringify(message);
    for (const message of given.toClient) wires.toClient(textOf(message), message);
    for (const message of given.toAgent) wires.toAgent(textOf(message), message);
    for (const entry of given.ledger) options.onEvent?.({ event: 'ledger', entry });
  }

  /** What is nested too deep to be written again is kept back; whoever waits for it, or for an answer to it, is told. */
  function refuseDeep(from: Side, { kind, frame, value }: PipedMessage): void {
    options.onEvent?.({ event: 'noise', from, frame });
    const { id } = value as ResponseMessage;
    const response: ResponseMessage = { jsonrpc: '2.0', id, error: { code: -32600, message: 'Nested too deep' } };
    if (kind === 'request') wires[from === 'client' ? 'toClient' : 'toAgent'](JSON.stringify(response), response);
    else if (kind === 'response') deliver(from === 'client' ? bridge.fromClient(response) : bridge.fromAgent(response));
  }

  return {
    take(from, message) {
      const { kind, frame, value } = message;
      if (!isWritableMessage(value)) {
        refuseDeep(from, message);
        return;
      }
      if (kind === 'noise' || kind === 'broken' || (kind === 'invalid' && from === 'agent')) {
        options.onEvent?.({ event: 'noise', from, frame });
        const parseError = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };
        if (from === 'client') wires.toClient(JSON.stringify(parseError), undefined);
        return;
      }
      served?.see(from, value);
      if (from === 'client') deliver(bridge.fromClient(value), message);
      else if (served?.take(message) !== true) deliver(bridge.fromAgent(value), message);
    },
    flush: () => deliver(bridge.flush()),
    hasWaiting: () => bridge.hasWaiting(),
    end: () => deliver(bridge.end()),
  };
}
