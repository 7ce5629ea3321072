import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import { CheckRun, type CheckRunOptions, type PreparedCheck } from '../check-run.ts';
import { dialectNames } from '../dialect-name.ts';
import { runCheck, type Transcript } from '../run-check.ts';
import { type Selection, selected } from '../selection.ts';
import type { StartPeer } from '../started-peer.ts';
import type { CheckResult } from '../verdict.ts';
import { acceptedDialects } from './accepted-dialects.ts';
import type { AgentCheck } from './agent-check.ts';
import { agentChecks } from './agent-checks.ts';
import { type AgentPrompts, AgentScene } from './agent-scene.ts';

/** Options of {@link checkAgent}. */
export interface CheckAgentOptions extends Selection, CheckRunOptions {
  /** The dialects to check; by default every one that the agent accepts. */
  readonly dialects?: readonly Dialect[] | undefined;
  /** The working directory of the sessions, absolute. */
  readonly cwd: string;
  /** The texts that make the agent do something; without one, what needs it is skipped. The ordinary one is "Hello" by default. */
  readonly prompts?: Partial<AgentPrompts> | undefined;
  /** How long the agent may be silent while something is waited for, in milliseconds; 30 seconds by default. A check as a whole may take five times as long. */
  readonly timeout?: number | undefined;
  /** Is given everything that was said in a check that did not pass. */
  readonly onTranscript?: ((result: CheckResult, transcript: Transcript) => void) | undefined;
}

const defaultTimeout = 30_000;

/** How many times the longest silence a check may take as a whole. */
const silencesOfCheck = 5;

/**
 * Prepares the checks of an agent. `start` is called for each connection: it starts the agent, or connects to it. Rejects with a
 * `NoHandshakeError` if the agent cannot be started or completes no handshake, and with a `RangeError` if a pattern names no check.
 */
export async function checkAgent(start: StartPeer, options: CheckAgentOptions): Promise<CheckRun> {
  const timeout = options.timeout ?? defaultTimeout;
  const prompts: AgentPrompts = { ordinary: 'Hello', ...options.prompts };
  const chosen = selected(agentChecks, options);
  const accepted = await acceptedDialects(start, options.dialects ?? (Object.keys(dialects) as Dialect[]), timeout);
  const prepared = accepted.flatMap((dialect) =>
    chosen.flatMap((check) => prepare(check, { ...options, start, dialect, prompts, timeout })),
  );
  return new CheckRun(
    accepted.map((dialect) => dialectNames[dialect]),
    prepared,
    options,
  );
}

/** How one check runs. */
interface PrepareOptions {
  readonly start: StartPeer;
  readonly dialect: Dialect;
  readonly prompts: AgentPrompts;
  readonly cwd: string;
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  readonly onTranscript?: ((result: CheckResult, transcript: Transcript) => void) | undefined;
}

/** Returns a check as it runs in one dialect, or nothing if it is not for that dialect. */
function prepare(check: AgentCheck, options: PrepareOptions): readonly PreparedCheck[] {
  const { dialect, timeout } = options;
  const requirements = check.requirements[dialect];
  if (requirements === undefined) return [];
  const about = { id: check.id, title: check.title, requirements, dialect: dialectNames[dialect] };
  const run = async () => {
    const scene = new AgentScene({ ...options, patience: timeout });
    const limit = timeout * silencesOfCheck;
    return runCheck(about, scene, () => check.run(scene), { limit, onTranscript: options.onTranscript });
  };
  return [{ ...about, run }];
}
