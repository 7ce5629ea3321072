import type { TimedFrame } from './evidence.ts';
import type { PeerLine } from './peer-line.ts';
import { seenWords } from './seen-words.ts';
import { type CheckAbout, type CheckResult, Judgement, type SeenFrame, type Verdict } from './verdict.ts';

/** Where a check happens: the connections that it has made. */
interface CheckStage {
  /** Every connection so far, oldest first. */
  readonly lines: readonly PeerLine[];
  /** Ends every connection; after a verdict, those that others may use can stay. */
  close(verdict?: Verdict): Promise<void>;
}

/** What happened in a check on each of its connections. */
export type Transcript = readonly (readonly TimedFrame[])[];

/** Limits and listeners of a check. */
interface RunCheckOptions {
  /** How long the check may take as a whole, in milliseconds. */
  readonly limit: number;
  /** Is given everything that was said in a check that did not pass. */
  readonly onTranscript?: ((result: CheckResult, transcript: Transcript) => void) | undefined;
}

/** How much of the standard error of a peer a finding has, in characters. */
const longestStderr = 8_192;

/** How many frames a finding shows, and how much of each. */
const [mostFrames, longestFrame] = [12, 16_384];

/** Runs a check to its verdict, and ends its connections. */
export async function runCheck(
  about: CheckAbout,
  stage: CheckStage,
  work: () => Promise<void>,
  { limit, onTranscript }: RunCheckOptions,
): Promise<CheckResult> {
  let verdict: Verdict | undefined;
  let judgement: Judgement | undefined;
  let transcript: Transcript = [];
  try {
    judgement = await judged(stage, work, limit);
    verdict = judgement?.verdict ?? 'pass';
    if (judgement !== undefined) transcript = stage.lines.map(({ evidence }) => evidence.timed());
  } finally {
    await stage.close(verdict);
  }
  if (judgement === undefined) return { ...about, verdict };
  // A peer that has ended has said its last words.
  const stderr = verdict === 'skip' ? '' : stage.lines.map(({ stderrTail }) => stderrTail).join('');
  const result: CheckResult = {
    ...about,
    verdict,
    reason: judgement.message,
    ...(judgement.frames.length > 0 && { frames: shown(judgement.frames) }),
    ...(stderr !== '' && { stderr: stderr.slice(-longestStderr) }),
  };
  onTranscript?.(result, transcript);
  return result;
}

async function judged(stage: CheckStage, work: () => Promise<void>, limit: number): Promise<Judgement | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<Judgement>((resolve) => {
    timer = setTimeout(() => resolve(noEnd(stage.lines.at(-1), limit)), limit);
  });
  const done = work().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Judgement) return error;
      throw error;
    },
  );
  try {
    return await Promise.race([done, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** What was seen until then is all there is to say. */
function noEnd(line: PeerLine | undefined, limit: number): Judgement {
  const frames = line?.frames ?? [];
  const seen = seenWords(frames.filter(({ from }) => from === line?.peerSide));
  const lastAsked = frames.findLast(({ from }) => from !== line?.peerSide);
  const reason = `the check came to no end within ${limit / 1_000} s; seen until then: ${seen}`;
  const last = frames.slice(-3);
  return new Judgement(
    'fail',
    reason,
    lastAsked === undefined || last.includes(lastAsked) ? last : [lastAsked, ...last],
  );
}

function shown(frames: readonly SeenFrame[]): readonly SeenFrame[] {
  return frames.slice(0, mostFrames).map((frame) => {
    const text = frame.text ?? JSON.stringify(frame.message);
    return text.length <= longestFrame ? frame : { from: frame.from, text: `${text.slice(0, longestFrame)}…` };
  });
}
