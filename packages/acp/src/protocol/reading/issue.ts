/** A step of a path: a key of an object or an index of an array. */
export type PathStep = string | number;

/** A place where a value is not what was expected. */
export interface Issue {
  readonly path: readonly PathStep[];
  /** What was expected, in words. */
  readonly expected: string;
  /** What was found, in words. */
  readonly found: string;
}

/** A malformed place that a lenient reading accepted, and how. */
export interface Repair extends Issue {
  /** Whether the value was read as absent, skipped as an item of a list, or read as an empty list. */
  readonly repair: 'absent' | 'skipped' | 'empty';
}

/** The result of reading a value: the value itself, or everything that is wrong with it. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const plainKey = /^[A-Za-z_$][\w$]*$/;

/** Formats a path: `update.content[0].newText`. */
export function formatPath(path: readonly PathStep[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (plainKey.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** Formats an issue in one line: `update.content[0].newText: expected string, found number 42`. */
export function formatIssue(issue: Issue): string {
  const place = formatPath(issue.path);
  const text = `expected ${issue.expected}, found ${issue.found}`;
  return place === '' ? text : `${place}: ${text}`;
}
