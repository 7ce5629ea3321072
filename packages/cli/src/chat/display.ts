import type { SessionState } from '@emend/acp';
import type {
  ReceivedSessionUpdate,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '@emend/acp/protocol/june';
import { JobControl } from '../terminal/job-control.ts';
import { RawTerminal } from '../terminal/raw-terminal.ts';
import { looksOf } from '../terminal/style.ts';
import { TerminalScreen } from '../terminal/terminal-screen.ts';
import { type ChromeParts, chromeRows } from './chrome.ts';
import { Conversation } from './conversation.ts';
import type { Layout } from './layout.ts';

const frameMilliseconds = 33;

/** Maximum number of frames drawn at the end to show the rest. */
const mostLastFrames = 20;

/** What a display shows, and its callbacks. */
interface DisplaySource {
  /** Returns the current state of the session, if it is open. */
  state(): SessionState | undefined;
  /** Returns what is shown below the conversation. */
  chrome(layout: Layout): ChromeParts;
  onText(text: string): void;
  /** Called when there is more to show than can be kept. */
  onOverrun(): void;
}

/** Draws the conversation to the terminal: limits the frame rate, follows changes of the size, and hands the terminal to the shell on Ctrl-Z. */
export class Display {
  readonly #source: DisplaySource;
  readonly #terminal = new RawTerminal(process.stdin, process.stdout);
  readonly #screen = new TerminalScreen((text) => this.#terminal.write(text), this.#terminal.size);
  readonly #jobs = new JobControl({
    release: () => this.#release(),
    take: () => this.#retakeFromJob(),
    retake: () => this.#retake(),
  });
  #conversation: Conversation;
  #layout: Layout;
  #isClosed = false;
  #frameTimer: NodeJS.Timeout | undefined;
  #lastFrame = 0;

  constructor(source: DisplaySource) {
    this.#source = source;
    const { columns: width, rows: height } = this.#terminal.size;
    this.#layout = { width, height, looks: looksOf(process.env), isDetailed: false };
    this.#conversation = this.#newConversation();
  }

  #newConversation(): Conversation {
    return new Conversation(this.#layout, () => performance.now());
  }

  /** Takes over the terminal. */
  open(): void {
    this.#jobs.listen();
    this.#take();
  }

  /** True once the terminal was restored; the agent may still be ending. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Restores the terminal and leaves the conversation on it. */
  close(): void {
    this.#isClosed = true;
    this.#jobs.ignore();
    clearTimeout(this.#frameTimer);
    this.#frameTimer = undefined;
    this.#release();
  }

  /** Restores the terminal after a bug of ours, without drawing again. */
  abandon(): void {
    try {
      this.close();
    } catch {
      // The first error is reported; drawing the last frame may only repeat it.
      this.#terminal.write('\r\n');
    }
  }

  /** Leaves everything in place for good; another session is shown below it. */
  startOver(): void {
    this.#leaveRows();
    this.#conversation = this.#newConversation();
  }

  /** Adds a remark of our own below everything. */
  note(text: string, look?: number): void {
    this.#conversation.note(text, look);
    this.schedule();
  }

  /** Draws everything the session has now, then adds a remark of our own below it. */
  noteAfter(state: SessionState, text: string, look?: number): void {
    this.#conversation.show(state);
    this.note(text, look);
  }

  /** Called with each update of the agent, after it was applied to the state. */
  updated(update: ReceivedSessionUpdate, state: SessionState): void {
    this.#conversation.updated(update, state);
  }

  /** Shows the answer to a question. */
  answered(request: RequestPermissionRequest, answer: string | RequestPermissionOutcome): void {
    this.#showState();
    this.#conversation.answered(request, answer);
    this.schedule();
  }

  /** Stops the process and leaves the terminal to the shell until it is continued. */
  stop(): void {
    this.#jobs.stop();
  }

  /** Switches between all and a part of the content of tool calls. */
  toggleDetails(): void {
    this.#layout = { ...this.#layout, isDetailed: !this.#layout.isDetailed };
    // The tool call may have scrolled out, so the whole turn is written again.
    this.#layOut(this.#layout.isDetailed ? 'turn' : this.#screen.size.rows);
  }

  /** Redraws everything in the current size of the terminal. */
  refresh(): void {
    this.#layOut(this.#terminal.size.rows);
  }

  /** Updates the running time of tool calls. */
  tick(): void {
    this.#conversation.tick();
    this.schedule();
  }

  /** Schedules a frame. */
  schedule(): void {
    if (this.#frameTimer !== undefined || this.#isClosed) return;
    const wait = Math.max(0, this.#lastFrame + frameMilliseconds - performance.now());
    this.#frameTimer = setTimeout(() => this.draw(), wait);
  }

  /** Draws now. */
  draw(): void {
    clearTimeout(this.#frameTimer);
    this.#frameTimer = undefined;
    if (this.#isClosed) return;
    this.#showState();
    const parts = this.#source.chrome(this.#layout);
    this.#conversation.hideDetails(parts.panel?.call);
    if (this.#conversation.isOverrun) this.#source.onOverrun();
    const rows = this.#conversation.rows();
    const said = rows.length;
    const { rows: chrome, cursor } = chromeRows(parts, this.#layout, this.#screen.size.rows);
    for (const row of chrome) rows.push(row);
    this.#conversation.scrolledOut(this.#screen.show(rows, { row: said + cursor.row, column: cursor.column }));
    this.#lastFrame = performance.now();
    // A very long text is shown over several frames, so that keys still work.
    if (this.#conversation.isBehind) this.#frameTimer = setTimeout(() => this.draw(), 0);
  }

  #showState(): void {
    const state = this.#source.state();
    if (state !== undefined) this.#conversation.show(state);
  }

  #layOut(amount: number | 'turn'): void {
    const { size } = this.#terminal;
    this.#layout = { ...this.#layout, width: size.columns, height: size.rows };
    this.#screen.resize(size);
    this.#conversation.layOut(this.#layout, amount);
    this.draw();
  }

  #take(): void {
    this.#terminal.enter(
      (text) => this.#source.onText(text),
      () => this.refresh(),
    );
  }

  #retakeFromJob(): void {
    this.#take();
    this.draw();
  }

  #retake(): void {
    this.#terminal.restore();
    this.#take();
    this.refresh();
  }

  /** Removes the prompt and the status line and restores the terminal, even if drawing fails. */
  #release(): void {
    try {
      this.#leaveRows();
      if (this.#isClosed && this.#conversation.isBehind)
        this.#terminal.write('… More had come than was shown when it ended.\r\n');
    } finally {
      this.#terminal.restore();
    }
  }

  #leaveRows(): void {
    this.#showState();
    this.#conversation.hideDetails(undefined);
    for (let frame = 0; frame === 0 || (this.#conversation.isBehind && frame < mostLastFrames); frame++)
      this.#conversation.scrolledOut(this.#screen.show(this.#conversation.rows(), undefined));
    this.#screen.leave();
  }
}
