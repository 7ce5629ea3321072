import { isKnownToolKind } from '../protocol/base/generated/tool-call.ts';
import { foldersOf, isInside, type Place, placeOf, type RealPath } from './place.ts';
import type { PermissionRule } from './policy.ts';
import type { PermissionQuestion } from './question.ts';
import { folded, matchesFolders, matchesText } from './wildcard.ts';

/** A question, and where its paths lead. */
export interface Situation {
  readonly question: PermissionQuestion;
  readonly places: readonly Place[];
  /** Returns the forms of a folder of the policy: the real one, and the one that is written. */
  folder(path: string): Place;
}

/** Returns a question with the places of its paths. */
export function situationOf(question: PermissionQuestion, realPath: RealPath): Situation {
  const { cwd, paths } = question;
  const known = new Map<string, Place>();
  const folder = (path: string): Place => {
    const place = known.get(path) ?? placeOf(path, cwd, realPath);
    known.set(path, place);
    return place;
  };
  const places = paths.map((path) => placeOf(path, cwd, realPath));
  return { question, places: question.hasMorePaths ? [...places, nowhere] : places, folder };
}

const nowhere: Place = { written: undefined, real: undefined };

/** Whether a rule matches; `unlocated` if it would have to know the files of a request that names none. */
export type RuleMatch = boolean | 'unlocated';

/** Kinds of tool calls that are always about files. */
const ofFiles: ReadonlySet<string> = new Set(['read', 'edit', 'delete', 'move']);

/** Returns whether a rule matches a question. */
export function matchRule(rule: PermissionRule, situation: Situation): RuleMatch {
  const { question, places } = situation;
  const isNarrow = rule.decision === 'allow';
  if (isNarrow && places.some(({ real }) => real === undefined)) return false;
  if (!matchesKind(rule, question.kind)) return false;
  const { tool, title, command } = rule;
  if (tool !== undefined && !(question.tool !== undefined && matchesOne(tool, question.tool, isNarrow))) return false;
  if (title !== undefined) {
    const titles = isNarrow ? question.titles.slice(0, 1) : question.titles;
    if (!titles.some((text) => matchesOne(title, text, isNarrow))) return false;
  }
  if (command !== undefined && !matchesCommands(command, question.commands, isNarrow)) return false;
  if (rule.path === undefined && rule.within === undefined && rule.outside === undefined) return true;
  if (isNarrow) return places.length > 0 && places.every((place) => matchesPlace(rule, place, situation));
  if (places.some((place) => matchesPlace(rule, place, situation))) return true;
  const isOutsideOnly = rule.path === undefined && rule.within === undefined;
  return isOutsideOnly && places.length === 0 && ofFiles.has(question.kind) ? 'unlocated' : false;
}

function matchesKind({ kind, decision }: PermissionRule, asked: string): boolean {
  if (kind !== undefined) return kind.includes(asked);
  return decision !== 'allow' || isKnownToolKind(asked);
}

function matchesOne(patterns: readonly string[], text: string, isNarrow: boolean): boolean {
  return patterns.some((pattern) => matchesForm(pattern, text, isNarrow));
}

function matchesForm(pattern: string, text: string, isNarrow: boolean): boolean {
  return isNarrow ? matchesText(pattern, text) : matchesText(folded(pattern), folded(text));
}

/** Characters by which a shell does more than to run one program with these words. */
const ofShell = /[;&|<>$`(){}\\^%\p{Cc}]/u;
const betweenParts = /[;&|<>$`(){}\p{Cc}]+/u;

function matchesCommands(patterns: readonly string[], commands: readonly string[], isNarrow: boolean): boolean {
  if (!isNarrow)
    return commands.some((command) => partsOf(command).some((part) => matchesCommand(patterns, part, false)));
  return (
    commands.length > 0 &&
    commands.every((command) =>
      ofShell.test(command) ? patterns.includes(command) : matchesCommand(patterns, command, true),
    )
  );
}

function matchesCommand(patterns: readonly string[], command: string, isNarrow: boolean): boolean {
  return patterns.some(
    (pattern) =>
      matchesForm(pattern, command, isNarrow) ||
      (pattern.endsWith(' *') && matchesForm(pattern.slice(0, -2), command, isNarrow)),
  );
}

/** Returns a command and its parts, with one space between words. */
function partsOf(command: string): readonly string[] {
  return [command, ...command.split(betweenParts)].map((part) => part.trim().replaceAll(/\s+/g, ' '));
}

/** Returns whether all conditions on paths hold for one place. */
function matchesPlace(
  { decision, path, within, outside }: PermissionRule,
  place: Place,
  situation: Situation,
): boolean {
  const isNarrow = decision === 'allow';
  const { kind } = situation.question;
  /** Whoever removes a folder removes what is in it. */
  const reach: Reach = isNarrow ? 'exact' : kind === 'delete' || kind === 'move' ? 'above' : 'wide';
  const isWithin = (folder: string): boolean => isPlaceInside(place, situation.folder(folder), reach);
  if (outside?.some((folder) => isPlaceInside(place, situation.folder(folder), 'exact'))) return false;
  if (within !== undefined && !within.some(isWithin)) return false;
  return path === undefined || path.some((pattern) => matchesPath(pattern, place, situation, reach));
}

/** How places are compared: by the real path as it is, by any form, or also by the folders above. */
type Reach = 'exact' | 'wide' | 'above';

function isPlaceInside(place: Place, folder: Place, reach: Reach): boolean {
  if (reach === 'exact')
    return place.real !== undefined && folder.real !== undefined && isInside(place.real, folder.real);
  return formsOf(place).some((path) =>
    formsOf(folder).some((root) => isInside(path, root) || (reach === 'above' && isInside(root, path))),
  );
}

function formsOf({ real, written }: Place): readonly string[] {
  return [real, written].filter((path) => path !== undefined).map(folded);
}

function matchesPath(pattern: string, place: Place, situation: Situation, reach: Reach): boolean {
  const names = pattern.split('/');
  const wild = names.findIndex((name) => /[*?]/.test(name));
  // What comes before the first wildcard is a folder, which may be a link.
  const literal = wild === -1 ? pattern : wild === 0 ? '.' : `${names.slice(0, wild).join('/')}/`;
  const rest = wild === -1 ? [] : names.slice(wild).filter((name) => name !== '' && name !== '.');
  const base = situation.folder(literal);
  if (reach === 'exact') {
    const { real } = base;
    return real !== undefined && place.real !== undefined && matchesBelow(place.real, real, rest);
  }
  const parts = rest.map(folded);
  return formsOf(place).some((path) =>
    formsOf(base).some((root) => matchesBelow(path, root, parts) || (reach === 'above' && isInside(root, path))),
  );
}

/** Returns whether the rest of a path below a folder matches. */
function matchesBelow(path: string, root: string, rest: readonly string[]): boolean {
  return isInside(path, root) && matchesFolders(rest, foldersOf(path).slice(foldersOf(root).length));
}
