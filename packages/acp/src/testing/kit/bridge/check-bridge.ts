import { CheckRun, type CheckRunOptions, type PreparedCheck } from '../check-run.ts';
import { PeerPool } from '../peer-pool.ts';
import { runOnUsedOrNew } from '../reuse.ts';
import type { Transcript } from '../run-check.ts';
import { type Selection, selected } from '../selection.ts';
import type { CheckResult } from '../verdict.ts';
import type { BridgeCheck } from './bridge-check.ts';
import { bridgeChecks } from './bridge-checks.ts';
import { BridgeScene } from './bridge-scene.ts';
import { allPairs, type DialectPair, pairName } from './dialect-pair.ts';
import { type OfferedPair, offeredPairs } from './offered-pairs.ts';
import type { OpenBridge } from './open-bridge.ts';
import type { StartBridge } from './started-bridge.ts';

/** Options of {@link checkBridge}. */
export interface CheckBridgeOptions extends Selection, CheckRunOptions {
  /** The pairs of dialects to check; by default all nine. A pair that the bridge refuses is skipped. */
  readonly pairs?: readonly DialectPair[] | undefined;
  /** The working directory of the sessions, absolute. */
  readonly cwd: string;
  /** How long the bridge may be silent while something is waited for, in milliseconds; 30 seconds by default. A check as a whole may take five times as long. */
  readonly timeout?: number | undefined;
  /** Is given everything that was said in a check that did not pass. */
  readonly onTranscript?: ((result: CheckResult, transcript: Transcript) => void) | undefined;
}

const defaultTimeout = 30_000;

/** How many times the longest silence a check may take as a whole. */
const silencesOfCheck = 5;

/**
 * Prepares the checks of a bridge or proxy. `start` is called for each bridge that a check needs; the kit is its client on one side, and
 * its agent on the other. Rejects with a `NoHandshakeError` if the bridge cannot be started or completes no handshake, and with a
 * `RangeError` if a pattern names no check.
 */
export async function checkBridge(start: StartBridge, options: CheckBridgeOptions): Promise<CheckRun> {
  const timeout = options.timeout ?? defaultTimeout;
  const chosen = selected(bridgeChecks, options);
  const { cwd, signal } = options;
  const offered = await offeredPairs(options.pairs ?? allPairs, { start, cwd, signal, patience: timeout });
  const pool = new PeerPool<OpenBridge>();
  signal?.addEventListener('abort', () => void pool.end(), { once: true });
  const prepared = offered.flatMap((pair) =>
    chosen.flatMap((check) => prepare(check, pair, { ...options, start, timeout, pool })),
  );
  return new CheckRun(
    offered.map(({ pair }) => pairName(pair)),
    prepared,
    options,
    pool,
  );
}

/** How one check runs. */
interface PrepareOptions {
  readonly start: StartBridge;
  readonly cwd: string;
  readonly timeout: number;
  readonly pool: PeerPool<OpenBridge>;
  readonly signal?: AbortSignal | undefined;
  readonly onTranscript?: ((result: CheckResult, transcript: Transcript) => void) | undefined;
}

/** Returns a check as it runs between two dialects, or nothing if it is not for them. */
function prepare(
  check: BridgeCheck,
  { pair, refusal }: OfferedPair,
  options: PrepareOptions,
): readonly PreparedCheck[] {
  const { id, title, requirements: every } = check;
  const dialect = pairName(pair);
  const requirements = every[dialect];
  if (requirements === undefined) return [];
  const about = { id, title, requirements, dialect };
  const run = async (): Promise<CheckResult> => {
    if (refusal !== undefined) return { ...about, verdict: 'skip', reason: refusal };
    const limit = options.timeout * silencesOfCheck;
    const sceneWith = (pool: PeerPool<OpenBridge> | undefined) =>
      new BridgeScene({ ...options, pair, pool, patience: options.timeout });
    return runOnUsedOrNew(about, check, sceneWith, { ...options, limit });
  };
  return [{ ...about, run }];
}
