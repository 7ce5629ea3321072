import type { RequestId, RequestMessage } from '../../jsonrpc/message.ts';
import { WaitingById } from '../waiting-by-id.ts';

/** The requests of one side that have no answer yet. */
export interface OpenRequests {
  asked(request: RequestMessage): void;
  answered(id: RequestId): void;
  /** Takes all that are open. */
  take(): readonly RequestMessage[];
}

/** No open requests; an id that is used twice at once counts twice. */
export function openRequests(): OpenRequests {
  const open = new WaitingById<RequestMessage>();
  return {
    asked: (request) => open.add(request.id, request),
    answered: (id) => void open.take(id),
    take: () => open.takeAll(),
  };
}
