import { notices } from './names.ts';

/** A message that Emend peers exchange below the protocol. */
export interface Notice {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const START = '{"jsonrpc":"2.0","method":"';
const PREFIX = '$/emend/';
/** Notices are short; whatever is longer is a message of the protocol. */
const LONGEST = 1_024;
const DOLLAR = 0x24;
const BACKSLASH = 0x5c;

/** Takes the place of a frame whose words were erased. */
export const ERASED_FRAME = `${START}${notices.erased}"}`;

/** Returns the frame of a notice. */
export function noticeText(method: string, params: Readonly<Record<string, unknown>>): string {
  return `${START}${method}","params":${JSON.stringify(params)}}`;
}

/** Returns the notice that a frame is, however it is spaced; `undefined` for all other frames, at the cost of a glance for most. */
export function readNotice(frame: string): Notice | undefined {
  if (frame.length > LONGEST) return undefined;
  if (frame.startsWith(START)) {
    const first = frame.charCodeAt(START.length);
    if (first !== DOLLAR && first !== BACKSLASH) return undefined;
  } else if (!frame.includes('emend')) return undefined;
  const value = parsed(frame) as { method?: unknown; id?: unknown; params?: unknown } | null | undefined;
  const method = value?.method;
  if (typeof method !== 'string' || !method.startsWith(PREFIX) || value?.id !== undefined) return undefined;
  const { params } = value ?? {};
  return { method, params: typeof params === 'object' && params !== null ? (params as Notice['params']) : {} };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
