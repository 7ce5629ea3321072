import type { SessionState } from '@emend/acp';
import type {
  ReceivedSessionUpdate,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '@emend/acp/protocol/june';
import { JobControl } from '../terminal/job-control.ts';
import { RawTerminal } from '../terminal/raw-terminal.ts';
import { Screen } from '../terminal/screen.ts';
import { looksOf } from '../terminal/style.ts';
import { type ChromeParts, chromeRows } from './chrome.ts';
import { Conversation } from './conversation.ts';
import type { Layout } from './layout.ts';

const frameMilliseconds = 33;

/** How many frames are drawn at the end to show what is left. */
const mostLastFrames = 20;

/** What a display shows and whom it tells. */
interface DisplaySource {
  /** The session as it is now, once there is one. */
  state(): SessionState | undefined;
  /** What stands below the conversation. */
  chrome(layout: Layout): ChromeParts;
  onText(text: string): void;
  /** Told that more was to be shown than can be kept. */
  onOverrun(): void;
}

/** The terminal with the conversation on it: drawn at most so often, laid out anew as its size changes, given away and taken back. */
export class Display {
  readonly #source: DisplaySource;
  readonly #terminal = new RawTerminal(process.stdin, process.stdout);
  readonly #screen = new Screen((text) => this.#terminal.write(text), this.#terminal.size);
  readonly #jobs = new JobControl({
    release: () => this.#release(),
    take: () => this.#retakeFromJob(),
    retake: () => this.#retake(),
  });
  readonly #conversation: Conversation;
  #layout: Layout;
  #isClosed = false;
  #frameTimer: NodeJS.Timeout | undefined;
  #lastFrame = 0;

  constructor(source: DisplaySource) {
    this.#source = source;
    const { columns: width, rows: height } = this.#terminal.size;
    this.#layout = { width, height, looks: looksOf(process.env), isDetailed: false };
    this.#conversation = new Conversation(this.#layout, () => performance.now());
  }

  /** Takes the terminal over. */
  open(): void {
    this.#jobs.listen();
    this.#take();
  }

  /** Whether the terminal is no longer ours; the agent may still be ending. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Puts the terminal back, with the conversation left on it. */
  close(): void {
    this.#isClosed = true;
    this.#jobs.ignore();
    clearTimeout(this.#frameTimer);
    this.#frameTimer = undefined;
    this.#release();
  }

  /** Puts the terminal back after a mistake of our own: what cannot be drawn must not be drawn again. */
  abandon(): void {
    try {
      this.close();
    } catch {
      // The mistake itself is told; drawing the last frame may only have made it once more.
      this.#terminal.write('\r\n');
    }
  }

  /** Adds a remark of our own below everything. */
  note(text: string, look?: number): void {
    this.#conversation.note(text, look);
    this.schedule();
  }

  /** Adds a remark below everything that the session has to show now. */
  noteAfter(state: SessionState, text: string, look?: number): void {
    this.#conversation.show(state);
    this.note(text, look);
  }

  /** Takes note of an update of the agent that the state already has. */
  updated(update: ReceivedSessionUpdate, state: SessionState): void {
    this.#conversation.updated(update, state);
  }

  /** Shows how a question was answered. */
  answered(request: RequestPermissionRequest, answer: string | RequestPermissionOutcome): void {
    this.#showState();
    this.#conversation.answered(request, answer);
    this.schedule();
  }

  /** Gives the terminal to the shell until it is given back. */
  stop(): void {
    this.#jobs.stop();
  }

  /** Shows all of what tools show, or no longer. */
  toggleDetails(): void {
    this.#layout = { ...this.#layout, isDetailed: !this.#layout.isDetailed };
    // What is to be opened may have scrolled out; all of the turn is written again, to be scrolled back to.
    this.#layOut(this.#layout.isDetailed ? 'turn' : this.#screen.size.rows);
  }

  /** Draws everything anew, in the size that the terminal has now. */
  refresh(): void {
    this.#layOut(this.#terminal.size.rows);
  }

  /** Lets the time of running calls go on. */
  tick(): void {
    this.#conversation.tick();
    this.schedule();
  }

  /** Draws soon. */
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
    // Very much text is shown little by little, so that keys are heard meanwhile.
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

  /** Leaves only the conversation behind, not the prompt and the status line; the terminal is put back even if that fails. */
  #release(): void {
    try {
      this.#showState();
      this.#conversation.hideDetails(undefined);
      for (let frame = 0; frame === 0 || (this.#conversation.isBehind && frame < mostLastFrames); frame++)
        this.#conversation.scrolledOut(this.#screen.show(this.#conversation.rows(), undefined));
      this.#screen.leave();
      if (this.#isClosed && this.#conversation.isBehind)
        this.#terminal.write('… More had come than was shown when it ended.\r\n');
    } finally {
      this.#terminal.restore();
    }
  }
}
