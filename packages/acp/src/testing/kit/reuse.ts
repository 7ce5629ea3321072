import type { PeerLine } from './peer-line.ts';
import { runCheck, type Transcript } from './run-check.ts';
import type { CheckAbout, CheckResult } from './verdict.ts';

/** The stage of a check whose peer may be one that others have used. */
interface ReusingStage {
  readonly lines: readonly PeerLine[];
  /** Whether the peer was used by other checks before. */
  readonly isUsed: boolean;
  /** Is called when the check has passed. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** How a check runs, and with which peers. */
interface ReuseOptions<Pool> {
  readonly pool: Pool;
  /** How long the check may take as a whole, in milliseconds. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  readonly onTranscript?: ((result: CheckResult, transcript: Transcript) => void) | undefined;
}

/**
 * Runs a check with a peer that others may have used. What they have done to the peer is no evidence against it: if the check does not
 * pass, it runs again with a new peer, and that is its verdict.
 */
export async function runOnUsedOrNew<Stage extends ReusingStage, Pool>(
  about: CheckAbout,
  check: { run(stage: Stage): Promise<void> },
  stageWith: (pool: Pool | undefined) => Stage,
  { pool, limit, signal, onTranscript }: ReuseOptions<Pool>,
): Promise<CheckResult> {
  const once = async (from?: Pool) => {
    const stage = stageWith(from);
    let transcript: Transcript = [];
    const work = async () => {
      await check.run(stage);
      await stage.rest();
    };
    const keep = (_: CheckResult, given: Transcript) => {
      transcript = given;
    };
    const result = await runCheck(about, stage, work, { limit, onTranscript: keep });
    return { result, transcript, isUsed: stage.isUsed };
  };
  const first = await once(pool);
  const isFinal = first.result.verdict === 'pass' || !first.isUsed || signal?.aborted === true;
  const { result, transcript } = isFinal ? first : await once();
  if (result.verdict !== 'pass') onTranscript?.(result, transcript);
  return result;
}
