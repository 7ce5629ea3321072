/** What fills the page: the frames with their session, both sides of a bridge, or the times. */
export type View = 'session' | 'bridge' | 'time';

/** How fast the recording is played; `max` is as fast as the page can show it. */
export type Speed = 1 | 4 | 16 | 'max';

/** What the page shows. */
export interface Selection {
  /** The session is shown as it was after this frame; 0 is before everything. */
  readonly frame: number;
  /** How many frames there are. */
  readonly frames: number;
  /** The session that was chosen; absent as long as the page follows the session of the selected frame. */
  readonly session?: string;
  /** The session of the selected frame, or of the last one before it that names one. */
  readonly frameSession?: string;
  /** Whether the selection follows the end. */
  readonly isLive: boolean;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  readonly view: View;
  readonly filter: string;
}

/** Whether a change of the selection is a place of its own in the history of the browser. */
type Step = 'move' | 'jump';

/** Holds what the page shows. */
export class SelectionStore {
  #selection: Selection;
  readonly #listeners = new Set<(step: Step) => void>();

  constructor(start: Pick<Selection, 'session' | 'view'> & { readonly frame?: number }) {
    const { frame, ...rest } = start;
    this.#selection = {
      frame: frame ?? 0,
      frames: frame ?? 0,
      isLive: frame === undefined,
      isPlaying: false,
      speed: 1,
      filter: '',
      ...rest,
    };
  }

  get = (): Selection => this.#selection;

  subscribe = (listener: (step: Step) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #become(change: Partial<Selection>, step: Step = 'move'): void {
    const next = { ...this.#selection, ...change };
    const keys = Object.keys(change) as (keyof Selection)[];
    if (keys.every((key) => next[key] === this.#selection[key])) return;
    this.#selection = next;
    for (const listener of this.#listeners) listener(step);
  }

  #within(frame: number): number {
    return Math.max(0, Math.min(Math.trunc(frame), this.#selection.frames));
  }

  /** Selects a frame, and stops following and playing. */
  select(frame: number, step: Step = 'move'): void {
    this.#become({ frame: this.#within(frame), isLive: false, isPlaying: false }, step);
  }

  /** Selects a frame and shows its session, as a link does. */
  goTo(frame: number, session?: string): void {
    const change = { frame: this.#within(frame), isLive: false, isPlaying: false };
    const isElsewhere = session !== undefined && this.#selection.session !== undefined;
    this.#become(isElsewhere ? { ...change, session } : change, 'jump');
  }

  /** Shows what an address says. */
  restore({ frame, session, view }: { frame?: number; session?: string; view: View }): void {
    const { session: _, ...rest } = this.#selection;
    const isLive = frame === undefined;
    this.#selection = {
      ...rest,
      ...(session !== undefined && { session }),
      frame: isLive ? rest.frames : this.#within(frame),
      isLive,
      isPlaying: false,
      view,
    };
    for (const listener of this.#listeners) listener('move');
  }

  /** The recording has this many frames now, and is read completely or not. */
  grow(frames: number, isRead: boolean): void {
    const { frame, isLive } = this.#selection;
    // A frame of the address that is not read yet is waited for.
    const known = isRead ? frames : Math.max(frames, isLive ? 0 : frame);
    this.#become({ frames: known, frame: isLive ? frames : Math.min(frame, known) });
  }

  /** Follows the end, or stays where it is. */
  setLive(isLive: boolean): void {
    const { frames, frame } = this.#selection;
    this.#become({ isLive, isPlaying: false, frame: isLive ? frames : frame });
  }

  /** Plays from the selected frame; at the end it starts again. */
  setPlaying(isPlaying: boolean): void {
    const { frames, frame } = this.#selection;
    this.#become({ isPlaying, isLive: false, frame: isPlaying && frame >= frames ? 0 : frame });
  }

  /** One step of playing. */
  playTo(frame: number): void {
    const { frames, isPlaying } = this.#selection;
    if (isPlaying) this.#become({ frame: this.#within(frame), isPlaying: frame < frames });
  }

  setSpeed(speed: Speed): void {
    this.#become({ speed });
  }

  /** Shows this session, whatever the selected frame belongs to. */
  chooseSession(session: string): void {
    this.#become({ session }, 'jump');
  }

  /** The selected frame belongs to this session. */
  noteFrameSession(frameSession: string): void {
    this.#become({ frameSession });
  }

  setView(view: View): void {
    this.#become({ view }, 'jump');
  }

  setFilter(filter: string): void {
    this.#become({ filter });
  }
}
