import { Peer } from '@emend/acp/jsonrpc';
import { nodeStreams } from '@emend/acp/node';
import { SessionNotification as InJune } from '@emend/acp/protocol/june';
import { UpdateSessionNotification } from '@emend/acp/protocol/november';
import { SessionNotification } from '@emend/acp/protocol/v1';
import { applyEvent, newSessionState, readUpdate, type SessionDialect } from '@emend/acp/session';
import type { Child } from './child.ts';

/** Our client on the pipes of a child; checks each update, as the official SDK does. */
export function ourReader(child: Child, onReady: () => void, onUpdate: (params: unknown) => void): void {
  read(child, onReady, (params) => {
    const decoded = SessionNotification.decode(params);
    if (!decoded.ok) throw new Error('the update was refused');
    onUpdate(decoded.value);
  });
}

/** The same for an agent that writes in November. */
export function ourNovemberReader(child: Child, onReady: () => void, onUpdate: (params: unknown) => void): void {
  read(child, onReady, (params) => {
    const decoded = UpdateSessionNotification.decode(params);
    if (!decoded.ok) throw new Error('the update was refused');
    onUpdate(decoded.value);
  });
}

/** Our client, which folds the state as well: what no other contestant does. */
export function ourFolder(dialect: SessionDialect) {
  const { decode } = dialect === 'november' ? UpdateSessionNotification : InJune;
  return (child: Child, onReady: () => void, onUpdate: (params: unknown) => void): void => {
    let state = newSessionState();
    read(child, onReady, (params) => {
      const decoded = decode(params);
      if (!decoded.ok) throw new Error('the update was refused');
      state = applyEvent(state, readUpdate(decoded.value.update, undefined, 'lenient', dialect));
      onUpdate(decoded.value);
    });
  };
}

function read(child: Child, onReady: () => void, onUpdate: (params: unknown) => void): void {
  new Peer(nodeStreams({ readable: child.stdout, writable: child.stdin }), {
    notifications: { '_bench/ready': onReady, 'session/update': onUpdate },
  });
}
