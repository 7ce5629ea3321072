import { isSameJson } from '../../session/structures/same-json.ts';
import { Sequence } from '../../session/structures/sequence.ts';

/** The frames that made a part of a session what it is: a message, a tool call, the usage. */
export interface PartOrigin {
  /** The frame that made it. */
  readonly created: number;
  /** The last frame that changed it. */
  readonly changed: number;
  /** The last frame that took back something that a message said before. */
  readonly corrected: number | undefined;
  /** The last frame that set or cleared a field, by the name of the field; fields that were never set are absent. */
  readonly fields: Readonly<Record<string, number>>;
  /** The frame of each item of its content, summary or output; empty for a part that has none. */
  readonly content: Sequence<number>;
}

/** How the frames of the items of a list follow from the list before and after. */
export interface PartList<T> {
  readonly name: string;
  isChanged(before: T | undefined, after: T): boolean;
  /** Whether the list no longer begins with what it said before. Default: that is not asked. */
  isTakenBack?(before: T, after: T): boolean;
  framesOf(before: T | undefined, known: Sequence<number>, after: T, frame: number): Sequence<number>;
}

/** The fields of a kind of part, by the names that they have in the folded state. */
export interface PartFields<T> {
  readonly fields: readonly (readonly [name: string, read: (part: T) => unknown])[];
  readonly list?: PartList<T>;
}

const nothingSet: Readonly<Record<string, number>> = Object.freeze({});

/** Returns the origin of a part after a frame: the known one if nothing that counts has changed. */
export function nextOrigin<T>(
  known: PartOrigin | undefined,
  before: T | undefined,
  after: T,
  { fields, list }: PartFields<T>,
  frame: number,
): PartOrigin {
  if (known !== undefined && before === after) return known;
  let set: Record<string, number> | undefined;
  for (const [name, read] of fields) {
    if (isSameJson(before === undefined ? undefined : read(before), read(after))) continue;
    set ??= { ...known?.fields };
    set[name] = frame;
  }
  let content = known?.content ?? Sequence.empty<number>();
  let corrected = known?.corrected;
  if (list?.isChanged(before, after)) {
    content = list.framesOf(before, content, after, frame);
    set ??= { ...known?.fields };
    set[list.name] = frame;
    if (before !== undefined && list.isTakenBack?.(before, after) === true) corrected = frame;
  }
  if (known !== undefined && set === undefined) return known;
  return { created: known?.created ?? frame, changed: frame, corrected, fields: set ?? nothingSet, content };
}
