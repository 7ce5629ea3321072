import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { CheckRun, type CheckRunOptions, type PreparedCheck } from '../check-run.ts';
import { dialectNames } from '../dialect-name.ts';
import { NoHandshakeError } from '../no-handshake-error.ts';
import { PeerPool } from '../peer-pool.ts';
import { runOnUsedOrNew } from '../reuse.ts';
import type { Transcript } from '../run-check.ts';
import { type Selection, selected } from '../selection.ts';
import { type CheckResult, fail } from '../verdict.ts';
import type { ClientCheck } from './client-check.ts';
import { clientChecks } from './client-checks.ts';
import { ClientStage } from './client-stage.ts';
import { stateCases } from './generated/state-cases.ts';
import type { OpenClient } from './open-client.ts';
import type { StartClient } from './started-client.ts';
import { notificationsOf } from './state-case.ts';
import { type ClientSurvey, isAccepted, surveyClient } from './survey.ts';

/** Options of {@link checkClient}. */
export interface CheckClientOptions extends Selection, CheckRunOptions {
  /** The dialects to check; by default every one in which the client talks to an agent. */
  readonly dialects?: readonly Dialect[] | undefined;
  /** Whether something drives the client: a script, or the client itself by the name of the scene. Without it, what needs an action of the client is skipped. */
  readonly isDriven?: boolean | undefined;
  /**
   * Shows the state of the client: is given `session/update` notifications of many sessions, one a line, and returns the folded state as
   * `emend fold` writes it. Without it, what a client makes of updates is not checked.
   */
  readonly fold?: FoldUpdates | undefined;
  /** How long the client may be silent while something is waited for, in milliseconds; 30 seconds by default. A check as a whole may take five times as long. */
  readonly timeout?: number | undefined;
  /** Is given everything that was said in a check that did not pass. */
  readonly onTranscript?: ((result: CheckResult, transcript: Transcript) => void) | undefined;
}

/** Folds lines of updates to the text of a state. */
type FoldUpdates = (lines: readonly string[]) => Promise<string>;

const defaultTimeout = 30_000;

/** How many times the longest silence a check may take as a whole. */
const silencesOfCheck = 5;

/**
 * Prepares the checks of a client. `start` is called for each conversation: it starts the client with the kit as its agent. Rejects with a
 * `NoHandshakeError` if the client cannot be started, starts no agent or completes no handshake, and with a `RangeError` if a pattern
 * names no check.
 */
export async function checkClient(start: StartClient, options: CheckClientOptions = {}): Promise<CheckRun> {
  const patience = options.timeout ?? defaultTimeout;
  const isDriven = options.isDriven ?? false;
  const chosen = selected(clientChecks, options);
  const wanted = options.dialects ?? (Object.keys(dialects) as Dialect[]);
  const surveys: ClientSurvey[] = [];
  for (const dialect of wanted) {
    const survey = await surveyClient({ start, patience, isDriven, signal: options.signal }, dialect);
    surveys.push(survey);
    // A client that starts no agent at all does not start one of another dialect either.
    if (survey.client === undefined) break;
  }
  const accepted = surveys.filter(isAccepted);
  if (accepted.length === 0) throw new NoHandshakeError(whyNone(surveys));
  const folded = options.fold && foldedOnce(options.fold);
  const pool = new PeerPool<OpenClient>();
  options.signal?.addEventListener('abort', () => void pool.end(), { once: true });
  const prepared = accepted.flatMap((survey) =>
    chosen.flatMap((check) => prepare(check, survey, { ...options, start, patience, isDriven, folded, pool })),
  );
  return new CheckRun(
    accepted.map(({ dialect }) => dialectNames[dialect]),
    prepared,
    options,
    pool,
  );
}

function whyNone(surveys: readonly ClientSurvey[]): string {
  const [first] = surveys;
  const why = first?.problem === undefined ? '' : `: ${first.problem}`;
  if (first?.client === undefined) return `The client never started its agent${why}.`;
  const names = surveys.map(({ dialect }) => dialectNames[dialect]).join(', ');
  return `The client completed no handshake with an agent of ${names}${why}.`;
}

/** How one check runs. */
interface PrepareOptions extends Pick<CheckClientOptions, 'signal' | 'onTranscript'> {
  readonly start: StartClient;
  readonly patience: number;
  readonly isDriven: boolean;
  readonly folded: (() => Promise<JsonObject>) | undefined;
  readonly pool: PeerPool<OpenClient>;
}

/** Returns what gives the states of all cases of the kit; they are folded in one run. */
function foldedOnce(fold: FoldUpdates): () => Promise<JsonObject> {
  let states: Promise<JsonObject> | undefined;
  const all = async (): Promise<JsonObject> => {
    const lines = stateCases.flatMap(notificationsOf).map((message) => JSON.stringify(message));
    const text = await fold(lines).catch((error: Error) => fail(`the state could not be read: ${error.message}`));
    const sessions = sessionsIn(text);
    return (
      sessions ??
      fail('what shows the state wrote no JSON object with "sessions"', { from: 'client', text: text.slice(0, 1_000) })
    );
  };
  return () => {
    states ??= all();
    return states;
  };
}

function sessionsIn(text: string): JsonObject | undefined {
  try {
    const state: unknown = JSON.parse(text);
    return isObject(state) && isObject(state['sessions']) ? state['sessions'] : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a check as it runs in the dialect of a survey, or nothing if it is not for that dialect. */
function prepare(check: ClientCheck, survey: ClientSurvey, options: PrepareOptions): readonly PreparedCheck[] {
  const { dialect } = survey;
  const requirements = check.requirements[dialect];
  if (requirements === undefined) return [];
  const about = { id: check.id, title: check.title, requirements, dialect: dialectNames[dialect] };
  const run = () =>
    runOnUsedOrNew(
      about,
      check,
      (pool) => new ClientStage({ ...options, pool, dialect, scene: check.scene ?? 'prompt' }, survey),
      { ...options, limit: options.patience * silencesOfCheck },
    );
  return [{ ...about, run }];
}
