import type { CheckResult, CheckRun, Transcript } from '@emend/acp/testing';
import type { CheckOptions } from './check-options.ts';

/** A check as it is listed: what a right peer does, and the rules that say so in each dialect that has them. */
export interface ListedCheck {
  readonly id: string;
  readonly title: string;
  readonly requirements: Readonly<Partial<Record<string, readonly string[]>>>;
}

/** What a run of one kind works with. */
interface CheckJob {
  /** The command that is checked, with its arguments. */
  readonly command: readonly string[];
  readonly options: CheckOptions;
  /** The working directory of the sessions. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Called for every check that did not pass. */
  readonly onTranscript?: (result: CheckResult, transcript: Transcript) => void;
}

/** Checks that are ready to run, and the processes of the peer. */
export interface StartedJob {
  /** Resolves when the peer has been found fit to be checked. */
  readonly run: Promise<CheckRun>;
  /** Ends every process and connection. */
  end(): Promise<void>;
  /** Returns the end of the standard error of the peer. */
  lastWords(): string;
}

/** What `emend check` knows about a kind of peer. */
export interface CheckedKind {
  readonly checks: readonly ListedCheck[];
  start(job: CheckJob): StartedJob;
}
