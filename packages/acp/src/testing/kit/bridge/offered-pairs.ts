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
  const offered: OfferedPair[] = [];
  let why = 'it was not asked';
  let isServed = false;
  for (const pair of pairs) {
    const scene = new BridgeScene({ ...trial, pair });
    try {
      const { client } = await scene.start();
      const answer = await client.request('initialize', agentWords[pair.client].initialize());
      const refusal = properRefusal(pair.client, answer);
      isServed ||= refusal === undefined;
      why = refusal ?? why;
      offered.push({ pair, ...(refusal !== undefined && { refusal }) });
    } catch (failure) {
      if (!(failure instanceof Judgement)) throw failure;
      why = failure.message;
      offered.push({ pair });
    } finally {
      await scene.close();
    }
  }
  if (!isServed) throw new NoHandshakeError(`The bridge completed no handshake: ${why}.`);
  return offered;
}
