import type { Problem } from '../../api/problem.ts';

/** What kind of value a line of the tree shows. */
type ValueKind = 'object' | 'array' | 'text' | 'number' | 'word';

/** A line of the tree of a JSON value. */
export interface TreeLine {
  /** The place of the value, as JSON. */
  readonly key: string;
  readonly depth: number;
  /** The name of the property or the index of the item; absent at the root. */
  readonly name?: string | number;
  readonly kind: ValueKind;
  /** The value; for the line that stands for further ones, undefined. */
  readonly value: unknown;
  /** How many properties or items it has, or how many characters. */
  readonly size: number;
  /** Absent if there is nothing to open. */
  readonly isOpen?: boolean;
  /** Set if this line stands for so many further ones of the value at `key`. */
  readonly more?: number;
  readonly problems: readonly Problem[];
}

/** What a person has opened and closed, by the places of the values. */
export interface TreeState {
  readonly toggled: ReadonlySet<string>;
  /** How many entries of a value are shown, where it is not the usual number. */
  readonly shown: ReadonlyMap<string, number>;
}

/** How many entries of one value are shown at once. */
export const entryStep = 100;
/** Longer texts are cut until they are opened. */
export const longText = 240;
/** How deep values are open at first. */
const openDepth = 4;
/** What an update says begins deeper. */
const openUpdateDepth = 6;
/** Values with more entries are closed at first. */
const openEntries = 30;
/** No more lines than these are in the page. */
const mostLines = 3_000;

type Path = readonly (string | number)[];

/** The key of a place. */
function placeKey(path: Path): string {
  return JSON.stringify(path);
}

function kindOf(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object' && value !== null) return 'object';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'number' : 'word';
}

function sizeOf(value: unknown, kind: ValueKind): number {
  if (kind === 'array') return (value as readonly unknown[]).length;
  if (kind === 'object') return Object.keys(value as object).length;
  return kind === 'text' ? (value as string).length : 0;
}

/** The lines of a tree, with the problems at their places. A problem at a place that is not there stands at the nearest one above it. */
export function treeLines(root: unknown, state: TreeState, problems: readonly Problem[]): readonly TreeLine[] {
  const lines: TreeLine[] = [];
  const byPlace = new Map<string, Problem[]>();
  /** The entries that lead to problems, by the place that holds them. */
  const onTheWay = new Map<string, Set<string | number>>();
  for (const problem of problems) {
    const path = existing(root, problem.path ?? []);
    const key = placeKey(path);
    byPlace.set(key, [...(byPlace.get(key) ?? []), problem]);
    for (const [length, name] of path.entries()) {
      const above = placeKey(path.slice(0, length));
      onTheWay.set(above, (onTheWay.get(above) ?? new Set()).add(name));
    }
  }

  const visit = (value: unknown, path: Path): void => {
    const key = placeKey(path);
    if (lines.length >= mostLines && !onTheWay.has(key) && !byPlace.has(key)) return;
    const kind = kindOf(value);
    const size = sizeOf(value, kind);
    const isBranch = kind === 'array' || kind === 'object';
    const canOpen = isBranch ? size > 0 : kind === 'text' && size > longText;
    const isOpenAtFirst = isBranch && (onTheWay.has(key) || (path.length < depthOf(path) && size <= openEntries));
    const isOpen = isOpenAtFirst !== state.toggled.has(key);
    lines.push({
      key,
      depth: path.length,
      ...(path.length > 0 && { name: path[path.length - 1] as string | number }),
      kind,
      value,
      size,
      ...(canOpen && { isOpen }),
      problems: byPlace.get(key) ?? [],
    });
    if (!isBranch || !canOpen || !isOpen) return;
    const shown = state.shown.get(key) ?? entryStep;
    const names = Array.isArray(value) ? undefined : Object.keys(value as object);
    const entry = (name: string | number): void =>
      visit((value as Record<string | number, unknown>)[name], [...path, name]);
    const early = new Set<string | number>();
    for (let index = 0; index < Math.min(size, shown); index += 1) {
      const name = names?.[index] ?? index;
      early.add(name);
      entry(name);
    }
    for (const name of onTheWay.get(key) ?? []) if (!early.has(name)) entry(name);
    if (size > shown && lines.length < mostLines)
      lines.push({ key, depth: path.length + 1, kind, value: undefined, size: 0, more: size - shown, problems: [] });
  };
  visit(root, []);
  return lines;
}

function depthOf([first, second]: Path): number {
  return first === 'params' && second === 'update' ? openUpdateDepth : openDepth;
}

/** The longest beginning of a path that is there. */
function existing(root: unknown, path: Path): Path {
  let value: unknown = root;
  for (const [index, part] of path.entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return path.slice(0, index);
    value = (value as Record<string | number, unknown>)[part];
  }
  return path;
}
