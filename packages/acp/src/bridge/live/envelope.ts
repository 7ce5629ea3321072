import type { RequestMessage } from '../../jsonrpc/message.ts';
import type { PipedMessage } from '../../jsonrpc/message-pipe.ts';
import { type Dialect, dialects } from '../../protocol/dialects.ts';

/** The answer to what is JSON but no message. */
export const invalidRequest = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Invalid Request' },
});

/** Returns whether a dialect has a message answered as invalid that others would take: a batch, or an id that is no text and no integer. */
export function isInvalidIn(dialect: Dialect, { kind, value }: PipedMessage): boolean {
  if (kind !== 'batch' && kind !== 'request') return false;
  if (dialects[dialect].batches !== 'refused') return false;
  if (kind === 'batch') return true;
  const { id } = value as RequestMessage;
  return id === null || (typeof id === 'number' && !Number.isInteger(id));
}
