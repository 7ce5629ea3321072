import type { Selection } from './selection.ts';

/** A row of a selection: a frame, or the first one of several that are folded. */
export interface LaidRow {
  readonly frame: number;
  /** Set for the first row of a group of several frames. */
  readonly folded?: { readonly frames: number; readonly last: number; readonly isOpen: boolean };
  /** Set if the row stands for the frames of a group. */
  readonly group?: number;
}

interface OpenGroup {
  readonly group: number;
  /** How many rows of open groups before it are beyond one a group. */
  readonly before: number;
  readonly frames: number;
}

/** The rows of a selection in which some groups are open. */
export class RowLayout {
  readonly #selection: Selection;
  readonly #open: readonly OpenGroup[];
  readonly total: number;

  /** `open` has the first frames of the groups that are open. */
  constructor(selection: Selection, open: readonly number[]) {
    this.#selection = selection;
    const groups: OpenGroup[] = [];
    let before = 0;
    for (const frame of [...new Set(open)].sort((one, other) => one - other)) {
      const group = selection.groupUpTo(frame);
      if (group === -1 || selection.frameAt(selection.groupStart(group)) !== frame) continue;
      const frames = selection.groupStart(group + 1) - selection.groupStart(group);
      groups.push({ group, before, frames });
      before += frames - 1;
    }
    this.#open = groups;
    this.total = selection.groups + before;
  }

  /** Returns the row at an index. */
  rowAt(index: number): LaidRow {
    const selection = this.#selection;
    const open = this.#lastOpen(({ group, before }) => group + before <= index);
    const within = open === undefined ? -1 : index - open.group - open.before;
    if (open !== undefined && within > 0 && within < open.frames) {
      return { frame: selection.frameAt(selection.groupStart(open.group) + within) };
    }
    const isOpen = within === 0;
    const group = open === undefined ? index : isOpen ? open.group : index - open.before - (open.frames - 1);
    const start = selection.groupStart(group);
    const frames = selection.groupStart(group + 1) - start;
    const frame = selection.frameAt(start);
    if (frames === 1) return { frame };
    const folded = { frames, last: selection.frameAt(start + frames - 1), isOpen };
    return isOpen ? { frame, folded } : { frame, folded, group };
  }

  /** Returns the index of the row with a frame, or of the nearest one before it; -1 if there is none. */
  rowOf(frame: number): { readonly row: number; readonly isShown: boolean } {
    const selection = this.#selection;
    const group = selection.groupUpTo(frame);
    if (group === -1) return { row: -1, isShown: false };
    const start = selection.groupStart(group);
    const end = selection.groupStart(group + 1);
    let place = start;
    // The frames of a group are searched from its start, by halves.
    for (let step = end - start; step >= 1; step = step === 1 ? 0 : Math.ceil(step / 2)) {
      while (place + step < end && selection.frameAt(place + step) <= frame) place += step;
    }
    const isShown = selection.frameAt(place) === frame;
    const before = this.#lastOpen((one) => one.group <= group);
    const extra = before === undefined ? 0 : before.before + (before.group < group ? before.frames - 1 : place - start);
    return { row: group + extra, isShown };
  }

  #lastOpen(isBefore: (open: OpenGroup) => boolean): OpenGroup | undefined {
    let low = 0;
    let high = this.#open.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#open[middle] as OpenGroup)) low = middle + 1;
      else high = middle;
    }
    return this.#open[low - 1];
  }
}
