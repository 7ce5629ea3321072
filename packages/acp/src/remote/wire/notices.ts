import { ERASED_NOTICE } from './names.ts';

/** A message that Emend peers exchange below the protocol. */
export interface Notice {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const START = '{"jsonrpc":"2.0","method":"';

/** Takes the place of a frame whose words were erased. */
export const ERASED_FRAME = `${START}${ERASED_NOTICE}"}`;

/** Returns the frame of a notice. */
export function noticeText(method: string, params: Readonly<Record<string, unknown>>): string {
  return `${START}${method}","params":${JSON.stringify(params)}}`;
}

/** Returns the notice that a frame is, however it is spaced; `undefined` for all other frames, at the cost of a glance for most. */
export function readNotice(frame: string): Notice | undefined {
  // Notices are short, and nearly all other messages show at their start that they are none.
  if (
    frame.length > 1_024 ||
    (frame.startsWith(START) ? !/[$\\]/.test(frame[START.length] ?? '') : !frame.includes('emend'))
  )
    return undefined;
  const { method, id, params } = parsedObject(frame);
  return typeof method === 'string' && method.startsWith('$/emend/') && id === undefined
    ? { method, params: Object(params) }
    : undefined;
}

/** Returns the object that a text is; one without members if it is none. */
export function parsedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
