import { type ClientSession, ConnectionError, RpcError, type SessionState } from '@emend/acp';
import type { RequestPermissionOutcome, RequestPermissionRequest } from '@emend/acp/protocol/v2';
import type { ExitStatus } from '../commands.ts';
import { Problem } from '../problem.ts';
import { History } from '../terminal/history.ts';
import { JobControl } from '../terminal/job-control.ts';
import { type KeyPress, KeyReader } from '../terminal/keys.ts';
import { neutralLine } from '../terminal/neutral.ts';
import { RawTerminal } from '../terminal/raw-terminal.ts';
import { Screen } from '../terminal/screen.ts';
import { statusLine } from '../terminal/status-line.ts';
import { looksOf, tone } from '../terminal/style.ts';
import { type Activity, activitySpans, spinnerMilliseconds } from './activity.ts';
import type { AgentLink } from './agent-link.ts';
import { agentProblem, turnErrorWords } from './agent-problem.ts';
import type { ChatOptions } from './chat-options.ts';
import { chromeRows } from './chrome.ts';
import { Conversation } from './conversation.ts';
import { HistoryFile, historyPath } from './history-file.ts';
import type { Layout } from './layout.ts';
import { runOwnCommand } from './own-command.ts';
import { PermissionPanel } from './permission-panel.ts';
import { unattendedAnswer } from './plain-chat.ts';
import { PromptArea } from './prompt-area.ts';
import { missingWords, promptContent } from './prompt-content.ts';
import { statusFacts } from './status-facts.ts';
import { stopWords } from './stop-words.ts';

const frameMilliseconds = 33;
const endings = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const;
/** How long a question stands before keys count. */
const armMilliseconds = 300;

/** A conversation at the terminal. */
export class InteractiveChat {
  readonly #link: AgentLink;
  readonly #options: ChatOptions;
  readonly #isDemo: boolean;
  readonly #terminal = new RawTerminal(process.stdin, process.stdout);
  readonly #screen = new Screen((text) => this.#terminal.write(text), this.#terminal.size);
  readonly #jobs = new JobControl({
    release: () => this.#release(),
    take: () => this.#take(),
    retake: () => this.#retake(),
  });
  readonly #keys = new KeyReader();
  readonly #area: PromptArea;
  readonly #panels: PermissionPanel[] = [];
  readonly #waiting: string[] = [];
  readonly #conversation: Conversation;
  #layout: Layout;
  #session: ClientSession | undefined;
  #isRunning = false;
  #isCancelling = false;
  #wantsToLeave = false;
  /** Whether the terminal is no longer ours; the agent may still be ending. */
  #isOver = false;
  #frameTimer: NodeJS.Timeout | undefined;
  #lastFrame = 0;
  #escapeTimer: NodeJS.Timeout | undefined;
  #leave: (error: Problem | undefined) => void = () => {};

  constructor(link: AgentLink, options: ChatOptions, { isDemo }: { readonly isDemo: boolean }) {
    this.#link = link;
    this.#options = options;
    this.#isDemo = isDemo;
    this.#layout = { width: this.#terminal.size.columns, looks: looksOf(process.env), isDetailed: false };
    this.#conversation = new Conversation(this.#layout, () => performance.now());
    this.#area = new PromptArea(
      new History(options.history ? new HistoryFile(historyPath(process.env)) : undefined),
      () => ({
        commands: this.#session?.state.availableCommands ?? [],
        options: this.#session?.state.configOptions ?? [],
        cwd: options.cwd,
      }),
    );
  }

  /** Runs until the person leaves or the agent ends. */
  async run(): Promise<ExitStatus> {
    const left = new Promise<Problem | undefined>((resolve) => {
      this.#leave = resolve;
    });
    const onSignal = (signal: NodeJS.Signals): void => this.#leave(new Problem(`ended by ${signal}`));
    const onCrash = (error: unknown): void => {
      this.#restore();
      throw error;
    };
    for (const signal of endings) process.on(signal, onSignal);
    process.once('uncaughtException', onCrash);
    this.#jobs.listen();
    this.#takeTerminal();
    const ticking = setInterval(() => this.#tick(), spinnerMilliseconds);
    let problem: Problem | undefined;
    try {
      problem = await Promise.race([left, this.#open()]);
      problem ??= await left;
    } finally {
      clearInterval(ticking);
      this.#jobs.ignore();
      this.#restore();
      process.off('uncaughtException', onCrash);
      for (const signal of endings) process.off(signal, onSignal);
    }
    if (problem !== undefined) throw problem;
    return 0;
  }

  async #open(): Promise<Problem | undefined> {
    try {
      this.#draw();
      await this.#link.start({
        requestPermission: (request, { signal }) => this.#ask(request, signal),
        onNoise: (text) => this.#note(`The agent printed what is not a message: ${neutralLine(text.slice(0, 500))}`),
      });
      const { client } = this.#link;
      this.#session = await this.#link.openSession();
      void client.closed.then((error) => this.#onClosed(error));
      this.#session.subscribe(() => this.#schedule());
      const name = client.info?.title ?? client.info?.name ?? 'the agent';
      this.#note(`Talking to ${neutralLine(name.slice(0, 100))}. :help shows the keys.`);
      this.#schedule();
      this.#submitWaiting();
      return undefined;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  #onClosed(error: ConnectionError): void {
    this.#leave(agentProblem(error, this.#link.case()));
  }

  #ask(request: RequestPermissionRequest, signal: AbortSignal): Promise<string | RequestPermissionOutcome> {
    const { permissions } = this.#options;
    if (permissions !== undefined) return Promise.resolve(unattendedAnswer(request, permissions));
    return new Promise((resolve) => {
      const call = this.#session?.state.toolCalls.get(request.toolCall.toolCallId);
      const panel = new PermissionPanel(request, call, resolve);
      this.#panels.push(panel);
      signal.addEventListener('abort', () => this.#closePanel(panel), { once: true });
      this.#armFirst();
      this.#schedule();
    });
  }

  #armFirst(): void {
    const [panel] = this.#panels;
    if (panel === undefined || panel.isArmed) return;
    setTimeout(() => {
      panel.isArmed = true;
      this.#schedule();
    }, armMilliseconds);
  }

  #closePanel(panel: PermissionPanel): void {
    const index = this.#panels.indexOf(panel);
    if (index !== -1) this.#panels.splice(index, 1);
    this.#armFirst();
    this.#schedule();
  }

  #onText(text: string): void {
    clearTimeout(this.#escapeTimer);
    for (const press of this.#keys.push(text)) this.#onKey(press);
    if (this.#keys.isWaiting) {
      this.#escapeTimer = setTimeout(() => {
        for (const press of this.#keys.flush()) this.#onKey(press);
        this.#draw();
      }, 50);
    }
    this.#draw();
  }

  #onKey(press: KeyPress): void {
    const name = press.type === 'key' ? press.name : '';
    if (name !== 'ctrl-c') this.#wantsToLeave = false;
    if (this.#shortcut(name)) return;
    const [panel] = this.#panels;
    if (panel !== undefined) {
      if (panel.press(press)) this.#closePanel(panel);
      return;
    }
    if (name === 'escape' && this.#waiting.length > 0) this.#waiting.pop();
    const text = this.#area.press(press);
    if (text !== undefined) this.#submit(text);
  }

  /** Does what a key means wherever one is; false if it has no such meaning. */
  #shortcut(name: string): boolean {
    switch (name) {
      case 'ctrl-c':
        this.#onInterrupt();
        return true;
      case 'ctrl-o':
        this.#toggleDetails();
        return true;
      case 'ctrl-l':
        this.#onResize();
        return true;
      case 'ctrl-z':
        this.#jobs.stop();
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

  /** The first time cancels, or clears what was typed; the second time leaves. */
  #onInterrupt(): void {
    if (this.#isRunning && !this.#isCancelling) {
      this.#isCancelling = true;
      this.#waiting.length = 0;
      this.#session?.cancel();
    } else if (!this.#isRunning && !this.#area.isEmpty) this.#area.clear();
    else if (this.#wantsToLeave || this.#isRunning || this.#session === undefined) this.#leave(undefined);
    else this.#wantsToLeave = true;
  }

  #submit(text: string): void {
    if (text.startsWith(':')) {
      const result = runOwnCommand(text, this.#session, {
        note: (words, look) => this.#note(words, look),
        leave: () => this.#leave(undefined),
        toggleDetails: () => this.#toggleDetails(),
      });
      if (result !== 'not-ours') return;
    }
    if (this.#isRunning || this.#session === undefined) this.#waiting.push(text);
    else void this.#turn(this.#session, text);
  }

  async #turn(session: ClientSession, text: string): Promise<void> {
    this.#isRunning = true;
    try {
      const { agent } = this.#link.client;
      const { blocks, missing } = await promptContent(text, this.#options.cwd, agent.capabilities ?? {});
      for (const name of missing) this.#note(missingWords(name));
      const { stopReason } = await session.prompt(blocks);
      if (stopReason !== 'end_turn') this.#noteAfter(session.state, stopWords(stopReason));
    } catch (error) {
      // The end of the connection is told once, where it is noticed.
      if (error instanceof ConnectionError) return;
      const lead = '✗ The turn ended with an error';
      const isRefusal = error instanceof RpcError;
      const words = isRefusal ? turnErrorWords(lead, error, this.#link.case()) : `${lead}: ${error}`;
      this.#noteAfter(session.state, words, tone.red);
    } finally {
      this.#isRunning = false;
      this.#isCancelling = false;
      this.#schedule();
    }
    this.#submitWaiting();
  }

  #submitWaiting(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) this.#submit(next);
  }

  /** Adds a remark below everything that the session has to show now. */
  #noteAfter(state: SessionState, text: string, look?: number): void {
    this.#conversation.show(state);
    this.#note(text, look);
  }

  #note(text: string, look?: number): void {
    this.#conversation.note(text, look);
    this.#schedule();
  }

  #nextMode(): void {
    const session = this.#session;
    const option = session?.state.configOptions.find(({ category }) => category === 'mode');
    if (session === undefined || option === undefined) return;
    runOwnCommand(`:next ${option.id}`, session, {
      note: (words, look) => this.#note(words, look),
      leave() {},
      toggleDetails() {},
    });
  }

  #toggleDetails(): void {
    this.#layout = { ...this.#layout, isDetailed: !this.#layout.isDetailed };
    // What is to be opened may have scrolled out; all of the turn is written again, to be scrolled back to.
    this.#layOut(this.#layout.isDetailed ? 'turn' : this.#screen.size.rows);
  }

  #onResize(): void {
    this.#layOut(this.#terminal.size.rows);
  }

  #layOut(amount: number | 'turn'): void {
    const { size } = this.#terminal;
    this.#layout = { ...this.#layout, width: size.columns };
    this.#screen.resize(size);
    this.#conversation.layOut(this.#layout, amount);
    this.#draw();
  }

  #tick(): void {
    if (!this.#isRunning) return;
    this.#conversation.tick();
    this.#schedule();
  }

  #schedule(): void {
    if (this.#frameTimer !== undefined || this.#isOver) return;
    const wait = Math.max(0, this.#lastFrame + frameMilliseconds - performance.now());
    this.#frameTimer = setTimeout(() => this.#draw(), wait);
  }

  #draw(): void {
    clearTimeout(this.#frameTimer);
    this.#frameTimer = undefined;
    if (this.#isOver) return;
    if (this.#session !== undefined) this.#conversation.show(this.#session.state);
    if (this.#conversation.isOverrun) this.#leave(agentProblem(undefined, { ...this.#link.case(), isOverrun: true }));
    const rows = this.#conversation.rows();
    const said = rows.length;
    const parts = {
      waiting: this.#waiting,
      panel: this.#panels[0],
      area: this.#area,
      placeholder: this.#placeholder(),
      statusRow: this.#statusRow(),
    };
    const { rows: chrome, cursor } = chromeRows(parts, this.#layout, this.#screen.size.rows);
    for (const row of chrome) rows.push(row);
    this.#conversation.scrolledOut(this.#screen.show(rows, { row: said + cursor.row, column: cursor.column }));
    this.#lastFrame = performance.now();
  }

  #placeholder(): string {
    const isFirst = (this.#session?.state.turns.length ?? 0) === 0;
    return this.#isDemo && isFirst ? 'Type /tour and press Enter' : 'Type a message, or / for commands';
  }

  #activity(): Activity {
    if (this.#isCancelling) return 'cancelling';
    if (this.#wantsToLeave) return 'about to leave';
    if (this.#isRunning) return 'working';
    return this.#session === undefined ? 'starting' : 'ready';
  }

  #statusRow(): string {
    const { width, looks } = this.#layout;
    const facts =
      this.#session === undefined ? [] : statusFacts(this.#session.state, this.#link.client.info?.name ?? '');
    const left = activitySpans(this.#activity(), performance.now());
    return statusLine(left, facts, width, looks);
  }

  #restore(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // An agent that still works would be waited for; told to stop, it can end at once.
    if (this.#isRunning) this.#session?.cancel();
    clearTimeout(this.#frameTimer);
    clearTimeout(this.#escapeTimer);
    this.#frameTimer = undefined;
    this.#release();
  }

  #takeTerminal(): void {
    this.#terminal.enter(
      (text) => this.#onText(text),
      () => this.#onResize(),
    );
  }

  #release(): void {
    this.#leaveScreen();
    this.#terminal.restore();
  }

  #take(): void {
    this.#takeTerminal();
    this.#draw();
  }

  #retake(): void {
    this.#terminal.restore();
    this.#takeTerminal();
    this.#onResize();
  }

  /** Leaves only the conversation behind, not the prompt and the status line. */
  #leaveScreen(): void {
    if (this.#session !== undefined) this.#conversation.show(this.#session.state);
    this.#conversation.scrolledOut(this.#screen.show(this.#conversation.rows(), undefined));
    this.#screen.leave();
  }
}
