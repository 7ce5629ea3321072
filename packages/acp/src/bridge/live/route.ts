import { kindOf, type ResponseMessage } from '../../jsonrpc/message.ts';
import type { PipedMessage } from '../../jsonrpc/message-pipe.ts';
import { isWritableMessage } from '../../protocol/reading/nesting.ts';
import type { Side } from '../../protocol/side.ts';
import type { Received } from '../../transport/transport.ts';
import type { Message, Translation } from '../outbox.ts';
import type { Translator } from '../translator.ts';
import { serving } from '../v1-june/serving.ts';
import type { BridgeOptions } from './bridge-options.ts';

/** Where messages for each side go: as the frame given, or written anew. What answers nothing comes as a frame alone. */
export interface Wires {
  toClient(message: unknown, frame?: string): void;
  toAgent(message: unknown, frame?: string): void;
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

function refusal(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** The answer to a line of the client that is no JSON. */
export const parseError = refusal(-32700, 'Parse error');

/** An empty batch of the agent: no message, which the client must not be sent (B6) and cannot answer in its place. */
function refuseEmpty({ kind, frame, value }: PipedMessage, wires: Wires, options: BridgeOptions): boolean {
  if (kind !== 'batch' || (value as readonly unknown[]).length > 0) return false;
  options.onEvent?.({ type: 'noise', from: 'agent', frame });
  wires.toAgent(undefined, refusal(-32600, 'Invalid Request'));
  return true;
}

/** What is no JSON-RPC message of what a side sent, alone or in a batch. */
function invalidParts({ kind, frame, value }: PipedMessage): readonly Received[] {
  if (kind === 'invalid') return [frame];
  if (kind !== 'batch') return none;
  return (value as readonly unknown[])
    .filter((part) => kindOf(part) === 'invalid' || Array.isArray(part))
    .map((part) => JSON.stringify(part));
}

const none: readonly never[] = [];

/** Equal versions: every frame passes as it came, but for what an agent prints beside the protocol. */
export function passing(wires: Wires, options: BridgeOptions): Route {
  return {
    take(from, message) {
      const { kind, frame, value } = message;
      const isMessage = kind !== 'noise' && kind !== 'invalid';
      if (typeof frame !== 'string' || (from === 'agent' && !isMessage)) {
        options.onEvent?.({ type: 'noise', from, frame });
      } else if (from === 'client') wires.toAgent(value, frame);
      else if (!refuseEmpty(message, wires, options)) wires.toClient(value, frame);
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
          answer: (response) => wires.toAgent(response),
          report: (entry) => options.onEvent?.({ type: 'ledger', entry }),
          onTerminalDone: () => deliver(bridge.flush()),
        });

  function deliver(given: Translation, original?: PipedMessage): void {
    const frameOf = (message: Message): string | undefined =>
      message === original?.value && typeof original.frame === 'string' ? original.frame : undefined;
    for (const message of given.toClient) wires.toClient(message, frameOf(message));
    for (const message of given.toAgent) wires.toAgent(message, frameOf(message));
    for (const entry of given.ledger) options.onEvent?.({ type: 'ledger', entry });
    for (const fault of given.faults ?? []) options.onEvent?.({ type: 'fault', fault });
  }

  /** What is nested too deep to be written again is kept back; whoever waits for it, or for an answer to it, is told. */
  function refuseDeep(from: Side, { kind, frame, value }: PipedMessage): void {
    options.onEvent?.({ type: 'noise', from, frame });
    const { id } = value as ResponseMessage;
    const response: ResponseMessage = { jsonrpc: '2.0', id, error: { code: -32600, message: 'Nested too deep' } };
    if (kind === 'request') wires[from === 'client' ? 'toClient' : 'toAgent'](response);
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
        options.onEvent?.({ type: 'noise', from, frame });
        if (from === 'client') wires.toClient(undefined, parseError);
        return;
      }
      if (from === 'agent' && refuseEmpty(message, wires, options)) return;
      // The translator answers these.
      for (const noise of invalidParts(message)) options.onEvent?.({ type: 'noise', from, frame: noise });
      served?.see(from, value);
      if (from === 'client') {
        const given = bridge.fromClient(value);
        // What is answered in the agent's place is an answer all the same.
        for (const answer of given.toClient) served?.see('agent', answer);
        deliver(given, message);
      } else if (served?.take(message) !== true) deliver(bridge.fromAgent(value, String(frame).length), message);
    },
    flush: () => deliver(bridge.flush()),
    hasWaiting: () => bridge.hasWaiting(),
    end: () => deliver(bridge.end()),
  };
}
