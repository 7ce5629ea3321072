/** Why a value of one version has no counterpart in the other. */
export type RefusalReason =
  // Towards v1.
  | 'unknown-content-block'
  | 'unknown-role'
  | 'unknown-tool-content'
  | 'unknown-tool-kind'
  | 'unknown-tool-status'
  | 'unknown-plan-content'
  | 'unknown-plan-priority'
  | 'unknown-plan-status'
  | 'unknown-permission-kind'
  | 'unknown-stop-reason'
  | 'unknown-config-option'
  | 'unknown-command-input'
  | 'unknown-auth-method'
  | 'unknown-mcp-server'
  | 'unknown-session-update'
  | 'patch-only-message'
  | 'cleared-message-content'
  | 'cleared-message-meta'
  | 'tool-content-chunk'
  | 'no-session-capability'
  // Towards v2.
  | 'missing-message-id'
  | 'terminal-content'
  | 'sse-server'
  | 'mode-update'
  | 'set-mode'
  | 'client-file-system'
  | 'client-terminal';

/** What a conversion left behind, and where. */
export interface Loss {
  /** The place in the converted value, as people write it: `content[0].type`. */
  readonly path: string;
  /** What the other side no longer gets to see, in words. */
  readonly lost: string;
}

/** A value that does not convert, with the name of the reason. */
export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly path: string;
  readonly found?: unknown;
}

/** A value of the other version with what it lost, or the reason why there is none. */
export type Conversion<T> = { readonly ok: true; readonly value: T; readonly losses: readonly Loss[] } | Refusal;

const none: readonly Loss[] = Object.freeze([]);

/** A value that crosses, with what it lost on the way. */
export function converted<T>(value: T, losses: readonly Loss[] = none): Conversion<T> {
  return { ok: true, value, losses };
}

/** A value that does not cross. */
export function refused(reason: RefusalReason, path: string, found?: unknown): Refusal {
  return found === undefined ? { ok: false, reason, path } : { ok: false, reason, path, found };
}

/** The path of something inside something else. */
export function under(outer: string, inner: string): string {
  if (outer === '') return inner;
  if (inner === '') return outer;
  return inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`;
}

/** The same conversion, seen from the object that holds the value under a key. */
export function within<T>(path: string, conversion: Conversion<T>): Conversion<T> {
  if (!conversion.ok) return { ...conversion, path: under(path, conversion.path) };
  if (conversion.losses.length === 0) return conversion;
  return converted(
    conversion.value,
    conversion.losses.map((loss) => ({ ...loss, path: under(path, loss.path) })),
  );
}

/** Converts every item; the first refusal refuses the list, and a list in which nothing changes stays itself. */
export function convertedList<From extends To | object, To>(
  list: readonly From[],
  convert: (item: From) => Conversion<To>,
): Conversion<readonly To[]> {
  const values: To[] = [];
  const losses: Loss[] = [];
  let isSame = true;
  for (const [index, item] of list.entries()) {
    const result = within(`[${index}]`, convert(item));
    if (!result.ok) return result;
    if ((result.value as unknown) !== item) isSame = false;
    values.push(result.value);
    for (const loss of result.losses) losses.push(loss);
  }
  // The check above proves that every item already is a value of the target type.
  return converted(isSame ? (list as unknown as readonly To[]) : values, losses.length === 0 ? none : losses);
}
