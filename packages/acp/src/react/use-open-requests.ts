import { useSyncExternalStore } from 'react';

/** The open requests of a session, as `session.permissions` and `session.elicitations` have them. */
interface OpenRequests<Request> {
  readonly open: readonly Request[];
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns the permission requests of a session that wait for an answer. The component re-renders when one is asked or answered. */
export function usePermissions<Request>(permissions: OpenRequests<Request>): readonly Request[] {
  const read = () => permissions.open;
  return useSyncExternalStore(permissions.subscribe, read, read);
}

/** Returns the requests for information of a session that wait for an answer. The component re-renders when one is asked or answered. */
export function useElicitations<Request>(elicitations: OpenRequests<Request>): readonly Request[] {
  return usePermissions(elicitations);
}
