import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import { type Dialect, dialects } from '../../protocol/dialects.ts';
import { type OpenRequest, OpenRequests } from '../../protocol/open-requests.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { type MethodDefinition, senderOf } from '../../protocol/reading/method.ts';
import { isWritableMessage } from '../../protocol/reading/nesting.ts';
import type { Side } from '../../protocol/side.ts';
import { quoted } from '../../session/reduce/report.ts';
import { requestKey } from '../../session/request-key.ts';
import type { InputLine } from '../input-line.ts';
import { Restarts } from '../restarts.ts';
import { KnownSessions } from './known-sessions.ts';
import { RecentMap } from './recent-map.ts';
import type { LintFinding, LintRuleName } from './rules.ts';
import { type Place, SessionLint } from './session-lint.ts';
import { touchOf } from './touch.ts';

/** Options of a {@link Linter}: the times, in milliseconds, beyond which it reports. */
export interface LinterOptions {
  /** How long the answer to a request that needs no person may take. Default: 10,000. */
  readonly answerTime?: number;
  /** How long an agent that waits for nobody may say nothing in a turn. Default: 60,000. */
  readonly silence?: number;
}

interface Asked extends OpenRequest, Place {
  readonly method: string;
  readonly session: string | undefined;
  /** Whether the asker has withdrawn it. */
  isWithdrawn: boolean;
}

const nothing: readonly LintFinding[] = Object.freeze([]);
const nowhere: Place['path'] = Object.freeze([]);

const mostRequests = 10_000;
const mostSessions = 1_000;
const mostAnswered = 1_000;

/** Requests whose answers may take as long as a person, a turn or a command does. */
const unhurried: ReadonlySet<string> = new Set([
  'authenticate',
  'auth/login',
  'session/prompt',
  'session/request_permission',
  'elicitation/create',
  'terminal/wait_for_exit',
]);

/**
 * Finds what looks wrong in a recording although each of its messages is valid. It reads line by line, and what it remembers is bounded:
 * of more than 1,000 sessions the oldest are forgotten.
 *
 * Call {@link read} with each line in order, and {@link end} when no more can come.
 */
export class Linter {
  readonly #dialect: Dialect;
  readonly #answerTime: number;
  readonly #silence: number;
  readonly #open = new OpenRequests<Asked>({ ids: mostRequests, perId: 16 });
  readonly #sessions = new RecentMap<string, SessionLint>(mostSessions);
  /** The frames of the answers that came last, by the id that they answered. */
  readonly #answered = new RecentMap<string, number>(mostAnswered);
  /** The frames of requests that were reported as open. */
  readonly #reportedOpen = new RecentMap<number, true>(mostRequests);
  readonly #restarts = new Restarts();
  readonly #known = new KnownSessions((session, { frame, path }) =>
    this.#report(
      'unknown-session',
      frame,
      [...path, 'params', 'sessionId'],
      session,
      `the session ${quoted(session)} was neither created nor loaded before`,
    ),
  );
  #openCount = 0;
  #hasForgotten = false;
  /** The session of the last message, which is usually that of the next. */
  #last: { readonly id: string; readonly session: SessionLint } | undefined;
  #findings: LintFinding[] = [];

  /** Checks the lines of one recording in a dialect. */
  constructor(dialect: Dialect, { answerTime = 10_000, silence = 60_000 }: LinterOptions = {}) {
    this.#dialect = dialect;
    this.#answerTime = answerTime;
    this.#silence = silence;
  }

  /** Returns what the next line shows. A finding may be about an earlier line. */
  read(line: InputLine): readonly LintFinding[] {
    if (line.kind === 'text') this.#text(line.line, line.entry.from, line.entry.text ?? '');
    else if (line.kind === 'message' && line.entry?.from !== 'stderr' && isWritableMessage(line.message)) {
      const { message, entry } = line;
      const place = { frame: line.line, at: entry?.at, path: nowhere };
      if (Array.isArray(message)) this.#batch(message, entry?.from as Side | undefined, place);
      else if (isObject(message)) this.#message(message, entry?.from as Side | undefined, place);
    }
    return this.#takeFindings();
  }

  #batch(messages: readonly unknown[], from: Side | undefined, place: Place): void {
    for (const [index, one] of messages.entries()) {
      if (isObject(one)) this.#message(one, from, { ...place, path: [index] });
    }
  }

  #takeFindings(): readonly LintFinding[] {
    // Most lines show nothing.
    if (this.#findings.length === 0) return nothing;
    const found = this.#findings;
    this.#findings = [];
    return found;
  }

  /** Returns what only the end of the recording shows. */
  end(): readonly LintFinding[] {
    for (const session of this.#sessions.values()) session.end();
    this.#unanswered('was never answered');
    return this.#takeFindings();
  }

  /** Reports the requests that are open, and forgets them. Returns how many there were. */
  #unanswered(words: string): number {
    const open = this.#open.takeAll().filter(({ isWithdrawn }) => !isWithdrawn);
    for (const { method, frame, path, session } of open) {
      if (this.#reportedOpen.get(frame) === true) continue;
      this.#report('request-unanswered', frame, [...path, 'id'], session, `${method} ${words}`);
    }
    this.#openCount = 0;
    return open.length;
  }

  /** Another process knows nothing of what was before. */
  #restarted({ frame, path }: Place): void {
    const count = this.#unanswered(`was not answered before the agent was started again (frame ${frame})`);
    const lost =
      count === 0 ? 'no request was open' : count === 1 ? '1 open request is lost' : `${count} open requests are lost`;
    this.#report('agent-restarted', frame, [...path, 'method'], undefined, `the agent was started again here; ${lost}`);
    this.#sessions.clear();
    this.#answered.clear();
    this.#last = undefined;
  }

  #report(
    rule: LintRuleName,
    frame: number,
    path: LintFinding['path'],
    session: string | undefined,
    text: string,
  ): void {
    this.#findings.push({
      rule,
      level: 'hint',
      frame,
      ...(path !== undefined && { path }),
      ...(session !== undefined && { session }),
      text,
    });
  }

  #session(id: string): SessionLint {
    if (this.#last?.id === id) return this.#last.session;
    const session = this.#sessions.get(id) ?? this.#newSession(id);
    this.#last = { id, session };
    return session;
  }

  #newSession(id: string): SessionLint {
    const session = new SessionLint(this.#dialect, this.#silence, (rule, frame, path, text) => {
      if (rule === 'permission-after-cancel') this.#reportedOpen.set(frame, true);
      this.#report(rule, frame, path, id, text);
    });
    this.#sessions.set(id, session);
    return session;
  }

  #text(frame: number, from: string, text: string): void {
    if (from === 'stderr' || text.trim() === '') return;
    const advice = from === 'agent' ? '; what is for people belongs on standard error' : '';
    this.#report('noise', frame, undefined, undefined, `the ${from} wrote a line that is not a message${advice}`);
  }

  #message(message: JsonObject, from: Side | undefined, place: Place): void {
    const { method } = message;
    if (method === 'session/update') this.#update(message['params'], place);
    else if (typeof method === 'string') this.#call(method, message, from, place);
    else if ('result' in message || 'error' in message) this.#answer(message, from, place);
  }

  #update(params: unknown, place: Place): void {
    if (!isObject(params) || typeof params['sessionId'] !== 'string') return;
    this.#known.named(params['sessionId'], 'session/update', place);
    this.#session(params['sessionId']).updated(touchOf(this.#dialect, params['update']), place);
  }

  #call(method: string, message: JsonObject, from: Side | undefined, place: Place): void {
    const params = isObject(message['params']) ? message['params'] : {};
    const session = typeof params['sessionId'] === 'string' ? params['sessionId'] : undefined;
    const { id } = message;
    const { methods, requestId } = dialects[this.#dialect];
    const definition: MethodDefinition | undefined = Object.hasOwn(methods, method)
      ? (methods as Readonly<Record<string, MethodDefinition>>)[method]
      : undefined;
    if (session !== undefined) this.#known.named(session, method, place);
    if (method === '$/cancel_request') this.#withdraw(params['requestId'] as RequestId);
    if (method === 'session/cancel' && session !== undefined) this.#session(session).cancelled(place);
    if (!requestId.is(id)) return;
    const asker = from ?? (definition && senderOf(definition));
    const isLong = method === 'session/prompt';
    if (this.#restarts.isRestart(method)) this.#restarted(place);
    if (method === 'initialize') this.#known.begin();
    if (asker !== 'agent') this.#known.asked(method, definition);
    this.#remember(id, { asker, definition, isLong, method, session, isWithdrawn: false, ...place });
    if (session === undefined) return;
    if (asker === 'agent') this.#session(session).waits(1, place.at);
    this.#asked(method, requestKey(id), params, this.#session(session), place);
  }

  #remember(id: RequestId, request: Asked): void {
    const earlier = this.#open.add(id, request);
    // A side that uses an id again has given up its earlier request.
    if (earlier !== undefined) this.#open.remove(id, earlier);
    else this.#openCount += 1;
    if (this.#openCount > mostRequests) this.#hasForgotten = true;
  }

  #asked(method: string, key: string, params: JsonObject, session: SessionLint, place: Place): void {
    switch (method) {
      case 'session/prompt':
        session.promptSent(key, place);
        break;
      case 'session/request_permission':
        session.permissionAsked(key, callOf(params), place);
        break;
      case 'session/load':
        session.loadStarted(place.frame, 'cleared');
        break;
      case 'session/resume':
        session.loadStarted(place.frame, 'kept');
    }
  }

  #withdraw(id: RequestId): void {
    for (const request of this.#open.openWith(id)) {
      request.isWithdrawn = true;
      if (request.method === 'session/request_permission' && request.session !== undefined) {
        this.#session(request.session).permissionOver(requestKey(id));
      }
    }
  }

  #answer(message: JsonObject, from: Side | undefined, place: Place): void {
    const { id, result, error } = message;
    if (!dialects[this.#dialect].requestId.is(id)) return;
    const request = this.#open.takeAnswered(error === undefined ? { id, result } : { id }, from);
    const key = `${from ?? ''} ${requestKey(id)}`;
    if (request === undefined) {
      if (id === null && error !== undefined) return;
      if (!this.#hasForgotten) this.#unasked(this.#answered.get(key), place);
      return;
    }
    this.#openCount -= 1;
    this.#answered.set(key, place.frame);
    this.#slow(request, place);
    this.#restarts.answered(request.method, error !== undefined);
    if (request.asker !== 'agent') this.#known.answered(request.method, request.definition, sessionsIn(result));
    const named = isObject(result) && typeof result['sessionId'] === 'string' ? result['sessionId'] : undefined;
    const session = request.session ?? named;
    if (session === undefined) return;
    if (request.asker === 'agent') this.#session(session).waits(-1, place.at);
    this.#answeredIn(request.method, requestKey(id), message, this.#session(session), place);
  }

  #unasked(earlier: number | undefined, { frame, path }: Place): void {
    const text =
      earlier === undefined
        ? 'nobody asked for this answer: no open request has its id'
        : `the request with this id was answered in frame ${earlier} already`;
    this.#report('answer-unasked', frame, [...path, 'id'], undefined, text);
  }

  #slow({ method, definition, session, frame, at: asked }: Asked, { frame: answer, at, path }: Place): void {
    if (asked === undefined || at === undefined || definition === undefined || unhurried.has(method)) return;
    if (at - asked <= this.#answerTime) return;
    const seconds = Math.round((at - asked) / 100) / 10;
    this.#report(
      'slow-answer',
      answer,
      [...path, 'id'],
      session,
      `${method} (frame ${frame}) was answered after ${seconds} s`,
    );
  }

  #answeredIn(method: string, key: string, message: JsonObject, session: SessionLint, place: Place): void {
    const result = isObject(message['result']) ? message['result'] : {};
    const isError = message['error'] !== undefined;
    switch (method) {
      case 'session/prompt': {
        const { stopReason, messageId } = result;
        session.promptAnswered(key, { stopReason, messageId, isError }, place);
        break;
      }
      case 'session/request_permission':
        session.permissionOver(key);
        break;
      case 'session/load':
      case 'session/resume':
        session.loadEnded(isError);
    }
  }
}

/** Returns the sessions that an answer names: the one that was made, or those of a list. */
function sessionsIn(result: unknown): readonly string[] {
  if (!isObject(result)) return [];
  const { sessionId, sessions } = result;
  const listed = Array.isArray(sessions) ? sessions.map((one) => (isObject(one) ? one['sessionId'] : undefined)) : [];
  return [sessionId, ...listed].filter((id) => typeof id === 'string');
}

/** Returns the tool call that a permission request is about. November has it as its subject. */
function callOf({
  toolCall,
  subject,
}: JsonObject): { readonly id: string; readonly status: string | undefined } | undefined {
  const call = isObject(subject) && subject['type'] === 'tool_call' ? subject['toolCall'] : toolCall;
  if (!isObject(call) || typeof call['toolCallId'] !== 'string') return undefined;
  return { id: call['toolCallId'], status: typeof call['status'] === 'string' ? call['status'] : undefined };
}
