import type { BrokenFrame } from '../transport/transport.ts';
import { idTextAtEnd, outlineOf } from './frame-outline.ts';
import { isRequestId, type RequestId } from './message.ts';

/** What is known of a message whose frame is broken. */
interface BrokenMessage {
  readonly kind: 'request' | 'response';
  readonly id: RequestId;
  /** The id as JSON text, which goes back exactly as it came. */
  readonly idText: string;
}

/** Reads from both ends of a broken frame which request it is or answers; `undefined` if they do not show it. */
export function brokenMessageOf(frame: BrokenFrame): BrokenMessage | undefined {
  const { names, scalars } = outlineOf(frame.head);
  const isResponse = names.includes('result') || names.includes('error');
  const isRequest = names.includes('method') || names.includes('params');
  if (isResponse === isRequest) return undefined;
  const idText = scalars.get('id') ?? idTextAtEnd(frame.tail === '' ? frame.head : frame.tail);
  if (idText === undefined) return undefined;
  const id = parsedId(idText);
  return id === undefined ? undefined : { kind: isResponse ? 'response' : 'request', id, idText };
}

function parsedId(text: string): RequestId | undefined {
  try {
    const id: unknown = JSON.parse(text);
    return isRequestId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
