import type { Dialect } from '../../protocol/dialects.ts';
import { quoted } from '../../session/reduce/report.ts';
import { LoadedContent } from './loaded-content.ts';
import { OpenCalls } from './open-calls.ts';
import { RecentMap } from './recent-map.ts';
import { ResentContent } from './resent-content.ts';
import { appliesTo, type LintFinding, type LintRuleName } from './rules.ts';
import { Silence } from './silence.ts';
import type { Touch } from './touch.ts';

/** Where and when something came. */
export interface Place {
  readonly frame: number;
  /** In milliseconds; undefined in a file of bare messages. */
  readonly at: number | undefined;
  /** The path to the message in its line: the index of an entry of a batch, or nothing. */
  readonly path: readonly (string | number)[];
}

/** Called for each finding. */
type LintReport = (rule: LintRuleName, frame: number, path: LintFinding['path'], text: string) => void;

/** How a prompt was answered. */
interface PromptAnswer {
  readonly stopReason: unknown;
  readonly messageId: unknown;
  readonly isError: boolean;
}

interface Prompt {
  readonly frame: number;
  isCancelled: boolean;
  /** How many user messages had been seen when it was sent. */
  readonly userMessages: number;
}

interface Permission extends Place {
  /** The cancel after which it should no longer be open. */
  cancelledBy: number | undefined;
}

const mostPrompts = 1_000;
const mostPermissions = 1_000;
const mostIds = 10_000;

/** Follows one session and reports what looks wrong in it. What it remembers is bounded. */
export class SessionLint {
  readonly #dialect: Dialect;
  readonly #report: LintReport;
  readonly #prompts = new RecentMap<string, Prompt>(mostPrompts);
  readonly #permissions = new RecentMap<string, Permission>(mostPermissions);
  readonly #kinds = new RecentMap<string, string>(mostIds);
  /** The user messages seen last, and how many there were. */
  readonly #users = new RecentMap<string, true>(mostIds);
  #userMessages = 0;
  /** The prompts that were accepted, with the user message that is to repeat each. */
  #accepted: { readonly prompt: Prompt; readonly messageId: unknown; isDue: boolean }[] = [];
  readonly #calls: OpenCalls;
  readonly #resent = new ResentContent();
  readonly #loaded = new LoadedContent();
  readonly #silence: Silence;
  /** The frame that ended the last turn, until another begins or it is told that the agent went on. */
  #ended: number | undefined;
  #cancelledBy: number | undefined;
  #isTurnReported = false;
  /** What a replay tells of unfinished tool calls is history. */
  #isReplaying = false;

  constructor(dialect: Dialect, silence: number, report: LintReport) {
    this.#dialect = dialect;
    this.#silence = new Silence(silence);
    this.#calls = new OpenCalls(dialect);
    this.#report = (rule, frame, path, text) => {
      if (appliesTo(rule, dialect)) report(rule, frame, path, text);
    };
  }

  /** The client sent a prompt. */
  promptSent(key: string, { frame, at }: Place): void {
    this.#settleLoad();
    this.#settleEchoes();
    this.#loaded.prompted();
    if (this.#prompts.size === 0) {
      this.#ended = undefined;
      this.#isTurnReported = false;
      this.#cancelledBy = undefined;
      if (this.#dialect !== 'november') {
        this.#calls.clear();
        this.#silence.start(at);
      }
    }
    this.#prompts.set(key, { frame, isCancelled: false, userMessages: this.#userMessages });
  }

  /** The agent answered a prompt, which ends its turn, or in November means that the prompt is accepted. */
  promptAnswered(key: string, answer: PromptAnswer, { frame, at }: Place): void {
    const prompt = this.#prompts.get(key);
    if (prompt === undefined) return;
    const [running] = this.#prompts.values();
    this.#prompts.delete(key);
    if (this.#dialect === 'november') {
      const isAccepted = !answer.isError && typeof answer.stopReason !== 'string';
      if (isAccepted) this.#accepted.push({ prompt, messageId: answer.messageId, isDue: false });
      return;
    }
    if (prompt !== running) return;
    this.#heard(frame, at);
    const isCancelled = prompt.isCancelled || answer.stopReason === 'cancelled';
    for (const call of this.#calls.takeOpen())
      if (!isCancelled) this.#reportCall(call, ` when its turn ended (frame ${frame})`);
    if (prompt.isCancelled) this.#settlePermissions(frame);
    this.#settleContent();
    this.#ended = frame;
    if (this.#prompts.size === 0) this.#silence.stop();
  }

  /** The client sent `session/cancel`. */
  cancelled({ frame }: Place): void {
    for (const prompt of this.#prompts.values()) prompt.isCancelled = true;
    for (const permission of this.#permissions.values()) permission.cancelledBy ??= frame;
    this.#cancelledBy = frame;
    if (this.#dialect !== 'november') this.#calls.cancelled();
  }

  /** The agent sent an update. */
  updated(touch: Touch | undefined, { frame, at, path }: Place): void {
    this.#heard(frame, at);
    if (touch === undefined) return;
    if (touch.type === 'state') this.#told(touch, frame, at);
    else this.#late(frame, path);
    if (touch.type === 'message') this.#message(touch, frame, path);
    if (touch.type === 'tool-call') {
      const { id, status } = touch;
      if (!this.#isReplaying || this.#calls.isFinal(status)) {
        this.#calls.touch(id, status, frame, [...path, 'params', 'update', 'toolCallId']);
      }
    }
    this.#resent.touch(touch, frame);
    this.#loaded.touch(touch);
  }

  /** The agent asked for permission, maybe for a tool call. */
  permissionAsked(
    key: string,
    call: { readonly id: string; readonly status: string | null | undefined } | undefined,
    place: Place,
  ): void {
    const [running] = this.#prompts.values();
    const cancelledBy = running?.isCancelled === true ? this.#cancelledBy : undefined;
    this.#permissions.set(key, { ...place, cancelledBy });
    if (call !== undefined) this.#calls.touch(call.id, call.status, place.frame, [...place.path, 'params']);
  }

  /** The permission request was answered or withdrawn. */
  permissionOver(key: string): void {
    this.#permissions.delete(key);
  }

  /** The agent asked the client for anything, or was answered. */
  waits(by: 1 | -1, at: number | undefined): void {
    this.#silence.waits(by, at);
  }

  /** The client loads or resumes the session; what is replayed was sent before. */
  loadStarted(frame: number, history: 'cleared' | 'kept'): void {
    this.#settleContent();
    this.#settleLoad();
    this.#resent.clear();
    this.#loaded.started(frame, history);
    this.#ended = undefined;
    this.#isReplaying = true;
    if (history === 'kept') return;
    this.#prompts.clear();
    this.#permissions.clear();
    this.#kinds.clear();
    this.#calls.clear();
    this.#silence.stop();
  }

  /** The load was answered. */
  loadEnded(isFailed: boolean): void {
    this.#resent.clear();
    this.#isReplaying = false;
    if (isFailed) this.#loaded.failed();
  }

  /** The recording is over. */
  end(): void {
    this.#settleContent();
    this.#settleLoad();
    this.#settleEchoes();
    if (this.#calls.isIdle) {
      for (const call of this.#calls.takeOpen()) this.#reportCall(call, ' although the agent is idle');
    }
    this.#settlePermissions();
  }

  #heard(frame: number, at: number | undefined): void {
    const seconds = this.#silence.heard(at);
    if (seconds !== undefined) {
      this.#report('silent-turn', frame, undefined, `the agent was silent for ${seconds} s before this, in a turn`);
    }
  }

  #late(frame: number, path: Place['path']): void {
    if (this.#ended === undefined || this.#prompts.size > 0 || this.#isTurnReported) return;
    this.#isTurnReported = true;
    const text = `the agent went on after it had answered the prompt (frame ${this.#ended})`;
    this.#report('update-after-turn', frame, [...path, 'params', 'update'], text);
  }

  #told({ state, stopReason, background }: Touch & { type: 'state' }, frame: number, at: number | undefined): void {
    const isIdle = state === 'idle';
    this.#calls.told(isIdle, background);
    if (state === 'running') this.#silence.start(at);
    else this.#silence.stop();
    if (!isIdle) return;
    if (stopReason === 'cancelled') this.#calls.dropForeground();
    if (this.#cancelledBy !== undefined) this.#settlePermissions(frame);
    this.#cancelledBy = undefined;
    for (const accepted of this.#accepted) accepted.isDue = true;
    this.#settleContent();
  }

  #message({ kind, id }: Touch & { type: 'message' }, frame: number, path: Place['path']): void {
    if (id === undefined) return;
    if (kind === 'user' && this.#users.get(id) === undefined) {
      this.#users.set(id, true);
      this.#userMessages += 1;
    }
    const known = this.#kinds.get(id);
    if (known === kind) return;
    this.#kinds.set(id, kind);
    if (known === undefined) return;
    const text = `${quoted(id)} is the id of a message of kind ${known} already`;
    this.#report('id-in-two-kinds', frame, [...path, 'params', 'update', 'messageId'], text);
  }

  #reportCall(call: { id: string; status: string; frame: number; path: LintFinding['path'] }, when: string): void {
    const text = `the tool call ${quoted(call.id)} was still ${call.status}${when}`;
    this.#report('tool-call-open', call.frame, call.path, text);
  }

  #settlePermissions(ended?: number): void {
    for (const [key, { frame, path, cancelledBy }] of [...this.#permissions]) {
      if (cancelledBy === undefined) continue;
      this.#permissions.delete(key);
      const until = ended === undefined ? 'to the end' : `when the turn had ended (frame ${ended})`;
      const text = `the permission request was open ${until}, after the cancel in frame ${cancelledBy}`;
      this.#report('permission-after-cancel', frame, [...path, 'id'], text);
    }
  }

  #settleContent(): void {
    for (const { type, id, frame, times, sent, content } of this.#resent.settle()) {
      const what = type === 'tool-call' ? 'tool call' : type;
      const text = `the content of ${what} ${quoted(id)} was sent as a whole ${times} times: ${sent} characters for ${content}`;
      this.#report('content-resent', frame, ['params', 'update'], text);
    }
  }

  #settleLoad(): void {
    const load = this.#loaded.settle();
    if (load === undefined) return;
    const text = `after this, ${load.twice} of the ${load.before} messages that were there are there twice`;
    this.#report('load-doubles', load.frame, ['method'], text);
  }

  #settleEchoes(): void {
    for (const { prompt, messageId, isDue } of this.#accepted) {
      const isNamed = typeof messageId === 'string';
      const isSeen = isNamed ? this.#users.get(messageId) === true : this.#userMessages > prompt.userMessages;
      if (!isDue || isSeen) continue;
      const text = `the agent never sent the user message${isNamed ? ` ${quoted(messageId)}` : ''} that repeats the prompt`;
      this.#report('prompt-echo-missing', prompt.frame, ['params', 'prompt'], text);
    }
    this.#accepted = this.#accepted.filter(({ isDue }) => !isDue);
  }
}
