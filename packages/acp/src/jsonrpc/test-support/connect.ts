import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { type MemoryPairOptions, memoryPair } from '../../transport/memory-pair.ts';
import type { PeerEvent } from '../events.ts';
import { Peer } from '../peer.ts';
import type { PeerOptions } from '../peer-options.ts';

/** A peer with a scripted one at its other end, or with a second peer, whichever is asked for first. */
export function connect(options: PeerOptions = {}, memory: MemoryPairOptions = {}, otherOptions: PeerOptions = {}) {
  const [near, far] = memoryPair(memory);
  const events: PeerEvent[] = [];
  const peer = new Peer(near, { onEvent: (event) => void events.push(event), ...options });
  let scripted: ScriptedPeer | undefined;
  return {
    peer,
    events,
    get far(): ScriptedPeer {
      scripted ??= new ScriptedPeer(far);
      return scripted;
    },
    other: () => new Peer(far, otherOptions),
  };
}

/** A notification. */
export function note(method: string, params?: unknown) {
  return params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
}

/** A promise settled from outside. */
export function deferred<T = void>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** Lets a number of microtask turns pass. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await undefined;
}
