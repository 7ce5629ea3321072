/** What can be selected: by its name, or by a rule that it checks. */
interface Selectable {
  readonly id: string;
  /** What a right peer does, in a sentence. */
  readonly title: string;
  readonly requirements: Readonly<Partial<Record<string, readonly string[]>>>;
}

/** Which checks run. A pattern is the beginning of a check's name, a name with `*`, or the id of a rule. */
export interface Selection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** Returns the checks that a selection names; throws a `RangeError` if a pattern names none. */
export function selected<Check extends Selectable>(
  checks: readonly Check[],
  { only = [], skip = [] }: Selection,
): Check[] {
  for (const pattern of [...only, ...skip]) {
    if (!checks.some((check) => isNamed(check, pattern))) throw new RangeError(unknownWords(checks, pattern));
  }
  const named = (check: Check, patterns: readonly string[]) => patterns.some((pattern) => isNamed(check, pattern));
  return checks.filter((check) => (only.length === 0 || named(check, only)) && !named(check, skip));
}

function isNamed({ id, requirements }: Selectable, pattern: string): boolean {
  if (Object.values(requirements).some((ids) => ids?.includes(pattern))) return true;
  if (!pattern.includes('*')) return id.startsWith(pattern);
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(id);
}

/** How many names are proposed for one that does not exist. */
const mostProposals = 3;

function unknownWords(checks: readonly Selectable[], pattern: string): string {
  const near = nearest(checks, pattern);
  const proposal = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `No check is named '${pattern}'.${proposal}`;
}

/** Returns the names of checks or of their areas that are meant most likely: by a part of a name, a mistyped name, or a word in a title. */
function nearest(checks: readonly Selectable[], pattern: string): readonly string[] {
  const word = pattern.toLowerCase().replaceAll('*', '');
  if (word.length < 3) return [];
  const areas = [...new Set(checks.map(({ id }) => areaOf(id)))];
  const names = [...areas, ...checks.map(({ id }) => id)];
  const mistyped = names
    .map((name) => ({ name, distance: distanceOf(word, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.min(name.length, word.length) / 4)))
    .sort((one, other) => one.distance - other.distance);
  const byName = [...names.filter((name) => name.includes(word)), ...mistyped.map(({ name }) => name)];
  const byTitle = checks.filter(({ title }) => title.toLowerCase().includes(word)).map(({ id }) => id);
  return shortened(byName.length > 0 ? byName : byTitle);
}

/** Returns a few names for many: an area stands for its checks. */
function shortened(found: readonly string[]): readonly string[] {
  const isCovered = (name: string) => found.some((area) => area !== name && name.startsWith(`${area}.`));
  const names = [...new Set(found)].filter((name) => !isCovered(name));
  if (names.length <= mostProposals) return names;
  return [...new Set(names.map(areaOf))].slice(0, mostProposals);
}

function areaOf(id: string): string {
  return id.split('.')[0] ?? id;
}

/** Returns how many letters have to be added, left out or replaced to get from one text to another. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let place = 0; place < other.length; place += 1) {
      const [left = 0, above = 0, corner = 0] = [next[place], row[place + 1], row[place]];
      next.push(Math.min(left + 1, above + 1, corner + (letter === other[place] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
