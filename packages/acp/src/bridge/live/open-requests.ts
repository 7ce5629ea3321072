import type { RequestId, RequestMessage } from '../../jsonrpc/message.ts';

/** The requests of one side that have no answer yet. */
export interface OpenRequests {
  asked(request: RequestMessage): void;
  answered(id: RequestId): void;
  /** Takes all that are open. */
  take(): readonly RequestMessage[];
}

/** No open requests; an id that is used twice at once counts twice. */
export function openRequests(): OpenRequests {
  const open = new Map<RequestId, RequestMessage[]>();
  return {
    asked(request) {
      const same = open.get(request.id);
      if (same === undefined) open.set(request.id, [request]);
      else same.push(request);
    },
    answered(id) {
      const same = open.get(id);
      same?.shift();
      if (same?.length === 0) open.delete(id);
    },
    take() {
      const all = [...open.values()].flat();
      open.clear();
      return all;
    },
  };
}
