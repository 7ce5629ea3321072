import type { ClientSession } from '@emend/acp';
import type { RequestPermissionOutcome, RequestPermissionRequest } from '@emend/acp/protocol/june';
import type { RemoteState } from '@emend/acp/remote';
import { leaveToOthers } from '@emend/acp/roles';
import type { ExitStatus } from '../command-entry.ts';
import { mistake, Problem } from '../output/problem.ts';
import { History } from '../terminal/history.ts';
import { KeyInput } from '../terminal/key-input.ts';
import type { KeyPress } from '../terminal/keys.ts';
import { shortLine } from '../terminal/neutral.ts';
import { statusLine } from '../terminal/status-line.ts';
import { tone } from '../terminal/style.ts';
import { type Activity, activitySpans, spinnerMilliseconds } from './activity.ts';
import type { AgentLink, Decided } from './agent-link.ts';
import { agentProblem } from './agent-problem.ts';
import type { ChatOptions } from './chat-options.ts';
import type { ChromeParts } from './chrome.ts';
import { Display } from './display.ts';
import { HistoryFile, historyPath } from './history-file.ts';
import type { Layout } from './layout.ts';
import { onlyLooksOn, whyLeftToOthers } from './left-to-others.ts';
import { runOwnCommand } from './own-command.ts';
import { PromptArea } from './prompt-area.ts';
import { Questions } from './questions.ts';
import { statusFacts } from './status-facts.ts';
import { Turns } from './turns.ts';
import { decidedWords, unattendedAnswer, unattendedWords } from './unattended-answer.ts';

const endings = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const;

/** A conversation at the terminal. */
export class InteractiveChat {
  readonly #link: AgentLink;
  readonly #options: ChatOptions;
  readonly #isDemo: boolean;
  readonly #display = new Display({
    state: () => this.#session?.state,
    chrome: (layout) => this.#chrome(layout),
    onText: (text) => this.#input.push(text),
    onOverrun: () => this.#leave(agentProblem(undefined, { ...this.#link.case(), isOverrun: true })),
  });
  readonly #input = new KeyInput((presses) => {
    for (const press of presses) this.#onKey(press);
    this.#display.draw();
  });
  readonly #questions = new Questions(() => this.#display.schedule());
  readonly #area: PromptArea;
  readonly #turns: Turns;
  #session: ClientSession | undefined;
  #wantsToLeave = false;
  readonly #leftFor = new Set<string>();
  #connection: RemoteState | undefined;
  #leave: (error: Problem | undefined) => void = () => {};

  constructor(link: AgentLink, options: ChatOptions, { isDemo }: { readonly isDemo: boolean }) {
    this.#link = link;
    this.#options = options;
    this.#isDemo = isDemo;
    const history = new History(options.history ? new HistoryFile(historyPath(process.env)) : undefined);
    this.#area = new PromptArea(history, () => ({
      commands: this.#session?.state.availableCommands ?? [],
      options: this.#session?.state.configOptions ?? [],
      cwd: options.cwd,
    }));
    this.#turns = new Turns(link, options.cwd, {
      note: (text, look) => this.#display.note(text, look),
      noteAfter: (state, text, look) => this.#display.noteAfter(state, text, look),
      ended: () => this.#display.schedule(),
    });
  }

  /** Runs until the person leaves or the agent ends. */
  async run(): Promise<ExitStatus> {
    const left = new Promise<Problem | undefined>((resolve) => {
      this.#leave = resolve;
    });
    const onSignal = (signal: NodeJS.Signals): void => this.#leave(new Problem(`Ended by ${signal}.`));
    // An error thrown here would end the process at once and leave the agent running.
    const onCrash = (error: unknown): void => {
      this.#display.abandon();
      this.#leave(mistake('emend chat', error));
    };
    for (const signal of endings) process.on(signal, onSignal);
    process.on('uncaughtException', onCrash);
    this.#display.open();
    const ticking = setInterval(() => this.#turns.isRunning && this.#display.tick(), spinnerMilliseconds);
    let problem: Problem | undefined;
    try {
      problem = await Promise.race([left, this.#open()]);
      problem ??= await left;
    } finally {
      clearInterval(ticking);
      this.#close();
      process.off('uncaughtException', onCrash);
      for (const signal of endings) process.off(signal, onSignal);
    }
    if (problem !== undefined) throw problem;
    return 0;
  }

  async #open(): Promise<Problem | undefined> {
    try {
      this.#display.draw();
      await this.#link.start({
        requestPermission: (request, { signal }) => this.#ask(request, signal),
        ...(!this.#isWatching && {
          elicitation: {
            form: (request, { signal }) => this.#questions.fillIn(request, signal),
            url: (request, { signal }) => this.#questions.fillIn(request, signal),
          },
        }),
        onDecided: (decided) => this.#noteDecision(decided),
        onUpdate: (update, { state }) => this.#display.updated(update, state),
        onNoise: (text) =>
          this.#display.note(`The agent printed a line that is not a message: ${shortLine(text, 500)}`),
        onLost: (words) => void this.#replaceSession(words),
        onRestoring: (words) => this.#display.note(words, tone.yellow),
        onConnection: (state) => {
          this.#connection = state;
          this.#display.schedule();
        },
      });
      const { client } = this.#link;
      this.#session = await this.#link.openSession();
      void client.closed.then((error) => this.#leave(agentProblem(error, this.#link.case())));
      this.#session.subscribe(() => this.#display.schedule());
      const name = shortLine(client.info?.title ?? client.info?.name ?? 'the agent', 100);
      const doing = this.#isWatching ? `Looking on at a session of ${name}. Ctrl-C leaves.` : `Talking to ${name}.`;
      this.#display.note(`${doing} :help shows the keys.`);
      this.#turns.open(this.#session);
      return undefined;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  /** Goes on in a new session when the agent no longer has the present one. */
  async #replaceSession(why: string): Promise<void> {
    if (this.#isWatching) {
      this.#leave(new Problem(why));
      return;
    }
    this.#turns.pause();
    this.#display.note(`✗ ${why} The next prompt begins a new one.`, tone.red);
    try {
      const session = await this.#link.replaceSession();
      if (this.#display.isClosed) return;
      this.#display.startOver();
      this.#session = session;
      session.subscribe(() => this.#display.schedule());
      this.#turns.open(session);
      this.#display.schedule();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#leave(error);
    }
  }

  #close(): void {
    // A cancelled agent can end at once; otherwise its turn would be waited for.
    if (this.#turns.isRunning) this.#session?.cancel();
    this.#input.stop();
    if (!this.#display.isClosed) this.#display.close();
  }

  async #ask(request: RequestPermissionRequest, signal: AbortSignal): Promise<string | RequestPermissionOutcome> {
    const answer = await this.#answerTo(request, signal);
    this.#display.answered(request, answer);
    return answer;
  }

  #answerTo(request: RequestPermissionRequest, signal: AbortSignal): Promise<string | RequestPermissionOutcome> {
    const { permissions } = this.#options;
    const call = this.#session?.state.toolCalls.get(request.toolCall.toolCallId);
    if (this.#isWatching) return this.#leaveToOthers(onlyLooksOn);
    if (typeof permissions === 'string') {
      const why = whyLeftToOthers(request, { policy: permissions, isPrompting: this.#turns.isRunning });
      if (why !== undefined) return this.#leaveToOthers(why);
      const answer = unattendedAnswer(request, permissions);
      this.#display.note(`■ ${unattendedWords(request, call, answer, permissions)}`);
      return Promise.resolve(answer);
    }
    return this.#questions.ask(request, call, signal);
  }

  /** Leaves a request to the other clients of the session, and says once why. */
  #leaveToOthers(why: string): Promise<never> {
    if (!this.#leftFor.has(why)) this.#display.note(`■ ${why}`);
    this.#leftFor.add(why);
    return Promise.reject(leaveToOthers());
  }

  #noteDecision({ request, decision }: Decided): void {
    const { permissions } = this.#options;
    const call = this.#session?.state.toolCalls.get(request.toolCall.toolCallId);
    const file = typeof permissions === 'object' ? permissions.file : '';
    this.#display.note(`■ ${decidedWords(request, call, decision, file)}`);
    this.#display.answered(request, decision.option?.optionId ?? { outcome: 'cancelled' });
  }

  #onKey(press: KeyPress): void {
    const name = press.type === 'key' ? press.name : '';
    if (name !== 'ctrl-c') this.#wantsToLeave = false;
    if (this.#shortcut(name) || this.#questions.press(press)) return;
    if (name === 'escape') this.#turns.takeBack();
    const text = this.#area.press(press);
    if (text === undefined || this.#runOwn(text)) return;
    if (this.#isWatching) this.#display.note(onlyLooksOn, tone.yellow);
    else this.#turns.submit(text);
  }

  get #isWatching(): boolean {
    return this.#options.watch === true;
  }

  /** Handles a key that works everywhere; returns false for any other key. */
  #shortcut(name: string): boolean {
    switch (name) {
      case 'ctrl-c':
        this.#onInterrupt();
        return true;
      case 'ctrl-o':
        this.#display.toggleDetails();
        return true;
      case 'ctrl-l':
        this.#display.refresh();
        return true;
      case 'ctrl-z':
        this.#display.stop();
        return true;
      case 'shift-tab':
        this.#nextMode();
        return true;
      case 'ctrl-d':
        if (!this.#area.isEmpty) return false;
        this.#leave(undefined);
        return true;
      default:
        return false;
    }
  }

  /** Cancels the turn or clears the draft; the second time, leaves. */
  #onInterrupt(): void {
    if (this.#isWatching && this.#area.isEmpty) {
      this.#leave(undefined);
      return;
    }
    const { isRunning, isCancelling } = this.#turns;
    if (isRunning && !isCancelling) this.#giveBack(this.#turns.cancel());
    else if (!isRunning && this.#worksByItself && !this.#wantsToLeave && !this.#isWatching) {
      this.#session?.cancel();
      this.#wantsToLeave = true;
    } else if (!isRunning && !this.#area.isEmpty) this.#area.clear();
    else if (this.#wantsToLeave || isRunning || this.#session === undefined) this.#leave(undefined);
    else this.#wantsToLeave = true;
  }

  /** Puts prompts that waited for a cancelled turn back into the prompt area. */
  #giveBack(unsent: readonly string[]): void {
    if (unsent.length === 0) return;
    this.#area.giveBack(unsent);
    const what =
      unsent.length === 1 ? 'The prompt that was waiting was' : `The ${unsent.length} prompts that were waiting were`;
    this.#display.note(`${what} not sent; Enter sends what stands below.`);
  }

  /** Runs a command of the client itself; returns false if the line is none. */
  #runOwn(line: string): boolean {
    // Many people try /help; an agent with such a command gets it.
    const isHelp = line === '/help' && !this.#hasCommand('help');
    if (!line.startsWith(':') && !isHelp) return false;
    const result = runOwnCommand(isHelp ? ':help' : line, this.#session, {
      note: (words, look) => this.#display.note(words, look),
      leave: () => this.#leave(undefined),
      toggleDetails: () => this.#display.toggleDetails(),
    });
    return result !== 'not-ours';
  }

  #hasCommand(name: string): boolean {
    return this.#session?.state.availableCommands.some((command) => command.name === name) ?? false;
  }

  #nextMode(): void {
    const option = this.#session?.state.configOptions.find(({ category }) => category === 'mode');
    if (option !== undefined) this.#runOwn(`:next ${option.id}`);
  }

  #chrome({ width, looks }: Layout): ChromeParts {
    const state = this.#session?.state;
    const facts = state === undefined ? [] : statusFacts(state, this.#link.client.info?.name ?? '');
    const isFirst = (state?.turns.length ?? 0) === 0;
    return {
      waiting: this.#turns.waiting,
      panel: this.#questions.first,
      area: this.#area,
      placeholder: this.#placeholder(isFirst),
      statusRow: statusLine(activitySpans(this.#activity(), performance.now()), facts, width, looks),
    };
  }

  #placeholder(isFirst: boolean): string {
    if (this.#isWatching) return 'Only looking on; Ctrl-C leaves';
    return this.#isDemo && isFirst ? 'Type /tour and press Enter' : 'Type a message, or / for commands';
  }

  /** Whether the agent does something that no prompt asked for. */
  get #worksByItself(): boolean {
    const activity = this.#session?.state.activity;
    return activity !== undefined && activity.state !== 'idle';
  }

  #activity(): Activity {
    const { isCancelling } = this.#turns;
    if (this.#wantsToLeave) return 'about to leave';
    if (this.#connection?.type === 'waiting') return { attempt: this.#connection.attempt, isCancelling };
    if (isCancelling) return 'cancelling';
    if (this.#turns.isRunning || this.#worksByItself) return this.#isWatching ? 'watching' : 'working';
    if (this.#session === undefined) return this.#link.remote !== undefined ? 'connecting' : 'starting';
    return 'ready';
  }
}
