import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import type { JsonObject } from '../../../protocol/reading/guard.ts';
import { CheckRun, type CheckRunOptions, type PreparedCheck } from '../check-run.ts';
import { dialectNames } from '../dialect-name.ts';
import { isAboutPeer } from '../needing.ts';
import { runCheck, type Transcript } from '../run-check.ts';
import { type Selection, selected } from '../selection.ts';
import type { StartPeer } from '../started-peer.ts';
import type { CheckResult } from '../verdict.ts';
import { acceptedDialects } from './accepted-dialects.ts';
import type { AgentCheck } from './agent-check.ts';
import { agentChecks } from './agent-checks.ts';
import { type AgentPrompts, AgentScene } from './agent-scene.ts';
import { type AgentShare, RestingAgents } from './resting-agents.ts';

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
  const shared = new RestingAgents();
  const prepared = accepted.flatMap((about) =>
    chosen.flatMap((check) => prepare(check, { ...options, ...about, start, prompts, timeout }, shared)),
  );
  return new CheckRun(
    accepted.map(({ dialect }) => dialectNames[dialect]),
    prepared,
    options,
    shared,
  );
}

/** How one check runs. */
interface PrepareOptions {
  readonly start: StartPeer;
  readonly dialect: Dialect;
  readonly initialized: JsonObject | undefined;
  readonly prompts: AgentPrompts;
  readonly cwd: string;
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  readonly onTranscript?: ((result: CheckResult, transcript: Transcript) => void) | undefined;
}

/** Returns a check as it runs in one dialect, or nothing if it is not for that dialect. */
function prepare(check: AgentCheck, options: PrepareOptions, agents: RestingAgents): readonly PreparedCheck[] {
  const { dialect, timeout, onTranscript } = options;
  const requirements = check.requirements[dialect];
  if (requirements === undefined) return [];
  const about = { id: check.id, title: check.title, requirements, dialect: dialectNames[dialect] };
  const limit = timeout * silencesOfCheck;
  const attempt = async (shared: AgentShare | undefined): Promise<Attempt> => {
    const scene = new AgentScene({ ...options, patience: timeout, shared });
    let transcript: Transcript | undefined;
    const keep = (_: CheckResult, said: Transcript) => {
      transcript = said;
    };
    const result = await runCheck(about, scene, () => check.run(scene), { limit, onTranscript: keep });
    return { result, transcript, hasShared: scene.hasShared };
  };
  const run = async () => {
    const first = await attempt(agents.of(dialect, check.company));
    // What another check has left behind must not be held against the agent.
    const isSure = !first.hasShared || first.result.verdict === 'pass' || isAboutPeer(first.result);
    const { result, transcript } = isSure || options.signal?.aborted === true ? first : await attempt(undefined);
    if (transcript !== undefined) onTranscript?.(result, transcript);
    return result;
  };
  return [{ ...about, run }];
}

/** What one attempt at a check came to. */
interface Attempt {
  readonly result: CheckResult;
  readonly transcript: Transcript | undefined;
  /** Whether it used what other checks had used before. */
  readonly hasShared: boolean;
}
