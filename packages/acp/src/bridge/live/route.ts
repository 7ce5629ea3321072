import { kindOf, type ResponseMessage } from '../../jsonrpc/message.ts';
import type { PipedMessage } from '../../jsonrpc/message-pipe.ts';
import { isWritableMessage } from '../../protocol/reading/nesting.ts';
import type { Side } from '../../protocol/side.ts';
import type { Received } from '../../transport/transport.ts';
import type { Hosting } from '../edge.ts';
import type { Message, Translation } from '../outbox.ts';
import type { Translator } from '../translator.ts';
import type { BridgeOptions } from './bridge-options.ts';
import { ChunkFrames } from './chunk-frames.ts';
import { delays } from './delays.ts';

/** Sends messages to each side: as the frame given, or serialized. What is not an answer may come as a frame alone. */
export interface Wires {
  toClient(message: unknown, frame?: string): void;
  toAgent(message: unknown, frame?: string): void;
  /** Returns the promise of the last send that asked to wait, if there is one. */
  room?(): Promise<void> | undefined;
}

/** Handles the messages of a connection after the handshake. */
export interface Route {
  take(from: Side, message: PipedMessage): void;
  /** Passes on a frame of the agent that needs no reading; returns whether it was one. */
  takeUnread(frame: Received): boolean;
  /** Sends what is waiting for more to come. */
  flush(): void;
  hasWaiting(): boolean;
  /** Sends whatever is held back. */
  end(): void;
}

function refusal(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** The answer to a line of the client that is not JSON. */
export const parseError = refusal(-32700, 'Parse error');

/** Answers an empty batch of the agent in place of the client, which must not get it; returns whether it was one. */
function refuseEmpty({ kind, frame, value }: PipedMessage, wires: Wires, options: BridgeOptions): boolean {
  if (kind !== 'batch' || (value as readonly unknown[]).length > 0) return false;
  options.onEvent?.({ type: 'noise', from: 'agent', frame });
  wires.toAgent(undefined, refusal(-32600, 'Invalid Request'));
  return true;
}

/** Returns the parts of what a side sent that are not JSON-RPC messages. */
function invalidParts({ kind, frame, value }: PipedMessage): readonly Received[] {
  if (kind === 'invalid') return [frame];
  if (kind !== 'batch') return none;
  return (value as readonly unknown[])
    .filter((part) => kindOf(part) === 'invalid' || Array.isArray(part))
    .map((part) => JSON.stringify(part));
}

const none: readonly never[] = [];

/** Returns the route between equal dialects: every frame passes unchanged, except for lines of the agent that are no messages. */
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
    takeUnread: () => false,
    flush: () => {},
    hasWaiting: () => false,
    end: () => {},
  };
}

/** Returns the route between different dialects: every message is translated; one that does not change keeps its text. */
export function translating(
  bridge: Translator,
  host: Hosting | undefined,
  wires: Wires,
  options: BridgeOptions,
): Route {
  const served = host?.start({
    answer: (response) => wires.toAgent(response),
    report: (entry) => options.onEvent?.({ type: 'ledger', entry }),
    onTerminalNews() {
      flush();
      return wires.room?.();
    },
  });

  const { delay, cancelAll: cancelDelays } = delays();
  // Whatever else reaches the translator ends the run of chunks.
  const chunks = new ChunkFrames();

  function flush(): void {
    chunks.stop();
    deliver(bridge.flush());
  }

  function runLater(run: () => Translation): void {
    chunks.stop();
    deliver(run());
  }

  function deliver(given: Translation, original?: PipedMessage): void {
    const frameOf = (message: Message): string | undefined =>
      message === original?.value && typeof original.frame === 'string' ? original.frame : undefined;
    for (const message of given.toClient) wires.toClient(message, frameOf(message));
    for (const message of given.toAgent) wires.toAgent(message, frameOf(message));
    for (const entry of given.ledger) options.onEvent?.({ type: 'ledger', entry });
    for (const fault of given.faults ?? []) options.onEvent?.({ type: 'fault', fault });
    for (const { after, run } of given.delayed ?? []) delay(after, () => runLater(run));
  }

  /** Holds back a message that is nested too deep to be serialized; whoever waits for it or for its answer gets an error. */
  function refuseDeep(from: Side, { kind, frame, value }: PipedMessage): void {
    options.onEvent?.({ type: 'noise', from, frame });
    const { id } = value as ResponseMessage;
    const response: ResponseMessage = {
      jsonrpc: '2.0',
      id,
      error: { code: -32600, message: 'The message is nested too deep.' },
    };
    if (kind === 'request') wires[from === 'client' ? 'toClient' : 'toAgent'](response);
    else if (kind === 'response') deliver(from === 'client' ? bridge.fromClient(response) : bridge.fromAgent(response));
  }

  return {
    take(from, message) {
      const { kind, frame, value } = message;
      chunks.stop();
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
        // The host has to know of answers that the bridge gives itself, too.
        for (const answer of given.toClient) served?.see('agent', answer);
        deliver(given, message);
      } else if (served?.take(message) !== true) {
        const given = bridge.fromAgent(value, String(frame).length);
        // An answer of the agent may be what an answer of the bridge has waited for.
        if (kind === 'response') for (const answer of given.toClient) served?.see('agent', answer);
        deliver(given, message);
        chunks.start(message, given);
      }
    },
    takeUnread(frame) {
      const sent = chunks.next(frame);
      if (sent === undefined) return false;
      wires.toClient(undefined, sent);
      return true;
    },
    flush,
    hasWaiting: () => bridge.hasWaiting(),
    end() {
      chunks.stop();
      cancelDelays();
      deliver(bridge.end());
    },
  };
}
