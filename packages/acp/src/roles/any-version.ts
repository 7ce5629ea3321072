import type { BridgeEnd, BridgeOptions } from '../bridge/live/bridge-options.ts';
import { HandshakeBacklog } from '../jsonrpc/handshake-backlog.ts';
import type { Amount } from '../jsonrpc/limits.ts';
import { isObject, type JsonObject } from '../protocol/reading/guard.ts';
import type { Received, Transport } from '../transport/transport.ts';

/** Options for peers that speak another version; `rewrite` and `onWaiting` are for v1 clients, the rest for v1 agents. */
export type AnyVersionOptions = Omit<BridgeOptions, 'onEnd' | 'takesNovember'>;

type Frames = AsyncIterator<readonly Received[]>;

/** The frames up to the handshake. */
interface Opening {
  /** The handshake message; undefined if the connection ended without one. */
  readonly handshake: JsonObject | undefined;
  /** The transport with all its frames, including those that were read to find the handshake. */
  readonly transport: Transport;
}

/** Reads frames until the handshake message arrives. Frames before it are delivered as well, unless `handle` deals with them. */
export async function readOpening(
  transport: Transport,
  limit: Amount | undefined,
  isHandshake: (message: unknown) => boolean,
  handle: (frame: Received, message: unknown) => boolean | Promise<boolean>,
): Promise<Opening> {
  const frames = transport.frames[Symbol.asyncIterator]();
  const held: (readonly Received[])[] = [];
  const early = new HandshakeBacklog(limit);
  const opened = (handshake: JsonObject | undefined, rest: Frames): Opening => {
    return { handshake, transport: resumed(transport, held, rest) };
  };
  for (;;) {
    const next = await frames.next().catch((cause: unknown) => ({ done: 'failed', cause }) as const);
    if (next.done === 'failed') return opened(undefined, { next: () => Promise.reject(next.cause) });
    if (next.done === true) return opened(undefined, frames);
    const batch: Received[] = [];
    held.push(batch);
    for (const [index, frame] of next.value.entries()) {
      const message = parsed(frame);
      if (isHandshake(message)) {
        held.push(next.value.slice(index));
        return opened(message as JsonObject, frames);
      }
      if (await handle(frame, message)) continue;
      batch.push(frame);
      const overrun = early.keep(frame);
      if (overrun === undefined) continue;
      await frames.return?.();
      throw overrun;
    }
  }
}

/** Parses a frame; undefined if it is not JSON. */
export function parsed(frame: Received): unknown {
  if (typeof frame !== 'string') return undefined;
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

/** A transport whose first frames have been read already. */
function resumed(transport: Transport, held: readonly (readonly Received[])[], rest: Frames): Transport {
  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    yield* held;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return {
    send: (frame) => transport.send(frame),
    frames: { [Symbol.asyncIterator]: frames },
    close: () => transport.close(),
    abort: () => transport.abort?.(),
  };
}

/**
 * Runs a bridge in this process and returns what arrives at its near end. If the bridge fails, reading fails with the cause. Errors with the
 * text `hidden`, which the bridge answers in the name of a peer that has ended, are left out.
 */
export async function* bridged(
  near: Transport,
  run: (onEnd: (end: Pick<BridgeEnd, 'cause'>) => void) => Promise<unknown>,
  hidden?: string,
): AsyncGenerator<readonly Received[], undefined> {
  let failure: { readonly cause: unknown } | undefined;
  let hasEnded = false;
  const onEnd = ({ cause }: Pick<BridgeEnd, 'cause'>) => {
    hasEnded = true;
    if (cause !== undefined) failure ??= { cause };
  };
  /** The bridge answers pending requests in the name of a peer that is gone; the failure itself says more. */
  function isFromPeer(frame: Received): boolean {
    const message = parsed(frame);
    const error = isObject(message) ? message['error'] : undefined;
    const reason = failure?.cause instanceof Error ? failure.cause.message : hidden;
    return !(isObject(error) && error['message'] === reason);
  }
  run(onEnd).catch((cause: unknown) => onEnd({ cause }));
  for await (const batch of near.frames) {
    const isAll = failure === undefined && (hidden === undefined || !hasEnded);
    yield isAll ? batch : batch.filter(isFromPeer);
  }
  if (failure !== undefined) throw (failure as { readonly cause: unknown }).cause;
}
