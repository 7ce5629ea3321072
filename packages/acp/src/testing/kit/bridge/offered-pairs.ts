import { agentWords } from '../agent/agent-words.ts';
import { NoHandshakeError } from '../no-handshake-error.ts';
import { Judgement } from '../verdict.ts';
import { BridgeScene } from './bridge-scene.ts';
import { properRefusal } from './client-answer.ts';
import type { DialectPair } from './dialect-pair.ts';
import type { StartBridge } from './started-bridge.ts';

/** A pair of dialects, and why the bridge does not serve it, if it says so. */
export interface OfferedPair {
  readonly pair: DialectPair;
  readonly refusal?: string;
}

/** What it takes to try pairs. */
interface Trial {
  readonly start: StartBridge;
  readonly cwd: string;
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
}

/** Tries pairs of dialects, and returns which of them a bridge refuses; throws if it completes no handshake at all. */
export async function offeredPairs(pairs: readonly DialectPair[], trial: Trial): Promise<readonly OfferedPair[]> {
  // All at once: a bridge that never answers is waited for once, not once for each pair.
  const tried = await Promise.all(pairs.map((pair) => tryPair(pair, trial)));
  if (!tried.some(({ isServed }) => isServed)) {
    const why = tried.map((pair) => pair.refusal ?? pair.problem).find((text) => text !== undefined);
    throw new NoHandshakeError(`The bridge completed no handshake: ${why ?? 'it was not asked'}.`);
  }
  return tried.map(({ pair, refusal }) => ({ pair, ...(refusal !== undefined && { refusal }) }));
}

interface TriedPair extends OfferedPair {
  readonly isServed: boolean;
  readonly problem?: string;
}

async function tryPair(pair: DialectPair, trial: Trial): Promise<TriedPair> {
  const scene = new BridgeScene({ ...trial, pair });
  try {
    const { client } = await scene.start();
    const answer = await client.request('initialize', agentWords[pair.client].initialize());
    const refusal = properRefusal(pair.client, answer);
    return refusal === undefined ? { pair, isServed: true } : { pair, isServed: false, refusal };
  } catch (failure) {
    if (!(failure instanceof Judgement)) throw failure;
    return { pair, isServed: false, problem: failure.message };
  } finally {
    await scene.close();
  }
}
