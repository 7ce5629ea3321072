/** A step into a value: a key of an object or an index of an array. */
export type PathStep = string | number;

/** A place where a value is not what it should be. */
export interface Issue {
  readonly path: readonly PathStep[];
  /** What should be there, in words. */
  readonly expected: string;
  /** What is there, in words. */
  readonly found: string;
}

/** A malformed place that a lenient reading passed over, and how. */
export interface Repair extends Issue {
  /** Read as absent, skipped as an item of a list, or read as an empty list. */
  readonly repair: 'absent' | 'skipped' | 'empty';
}

/** What reading a value gave: the value itself, or every reason why not. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const plainKey = /^[A-Za-z_$][\w$]*$/;

/** The path as people write it: `update.content[0].newText`. */
export function formatPath(path: readonly PathStep[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (plainKey.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** The issue in one line: `update.content[0].newText: expected string, found number 42`. */
export function formatIssue(issue: Issue): string {
  const place = formatPath(issue.path);
  const text = `expected ${issue.expected}, found ${issue.found}`;
  return place === '' ? text : `${place}: ${text}`;
}
