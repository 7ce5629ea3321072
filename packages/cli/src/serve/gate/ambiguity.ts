import { memberNames } from '../json-members.ts';

const outermost = ['method', 'params', 'id'] as const;
const inParams = ['cwd', 'additionalDirectories', 'sessionId'] as const;

/**
 * Returns why readers may disagree about what a request asks for, or `undefined` if they cannot. Some readers take the first of two members
 * of a name and others the last, and some do not tell capital letters from small ones. The text is a valid JSON object.
 */
export function ambiguityOf(text: string): string | undefined {
  const names = memberNames(text, []);
  // Answers and notices of the client decide nothing here.
  if (!names.some((name) => folded(name) === 'METHOD')) return undefined;
  return twoReadings(names, outermost, '') ?? twoReadings(memberNames(text, ['params']), inParams, 'params.');
}

function twoReadings(given: readonly string[], checked: readonly string[], prefix: string): string | undefined {
  const seen = new Set<string>();
  for (const name of given) {
    const meant = checked.find((each) => folded(each) === folded(name));
    if (meant === undefined) continue;
    if (name !== meant) return `The member '${prefix}${meant}' is written in another way.`;
    if (seen.has(name)) return `The member '${prefix}${name}' is given twice.`;
    seen.add(name);
  }
  return undefined;
}

/** Returns a name in a form that is the same for all ways to write its letters, also for the two signs that fold to s and k. */
function folded(name: string): string {
  return name.toLowerCase().toUpperCase();
}
