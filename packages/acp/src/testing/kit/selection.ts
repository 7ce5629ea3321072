/** What can be selected: by its name, or by a rule that it checks. */
interface Selectable {
  readonly id: string;
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
    if (!checks.some((check) => isNamed(check, pattern))) throw new RangeError(`No check is named '${pattern}'.`);
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
