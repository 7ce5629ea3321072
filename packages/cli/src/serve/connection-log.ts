import type { ConnectionEnd, ServerEvent } from '@emend/acp/remote';
import { limitedLog } from './limited-log.ts';

const endings: Readonly<Record<ConnectionEnd, string>> = {
  left: 'the client has left',
  lost: 'the client did not come back',
  unused: 'the client never began',
  refused: 'the agent refused the handshake',
  agent: 'the agent has ended',
  forgotten: 'the client wanted what is no longer kept',
  violation: 'the client broke a rule of the transport',
  overrun: 'a limit was reached',
  draining: 'the server is being shut down',
  restarting: 'the server starts again',
  closed: 'the server has ended',
};

function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

function from(address: string | undefined): string {
  return address === undefined ? '' : ` from ${address}`;
}

/** Returns the line of the log for an event; it has no text of messages and no secrets. */
function logLine(event: ServerEvent): string {
  if (event.type === 'refused') {
    const who = event.principal === undefined ? '' : ` of ${event.principal}`;
    return `A request${who}${from(event.address)} was refused with ${event.status}: ${event.reason}`;
  }
  if (event.type === 'node-lost') return `The server ${event.node} cannot be reached: ${event.reason}`;
  const name = `Connection ${event.connection}`;
  switch (event.type) {
    case 'made':
      return `${name} of ${event.principal} was made over ${event.kind}${from(event.address)}; ${counted(event.connections, 'connection')} in all.`;
    case 'resumed':
      return `${name} goes on; ${counted(event.missed, 'message')} had been missed.`;
    case 'lost':
      return `${name} was lost${event.canReturn ? ' and waits for its client' : ''}: ${event.reason}`;
    case 'dropped':
      return `${name}: a message of the client was dropped: ${event.reason}`;
    case 'ended':
      return `${name} has ended: ${endings[event.reason]}; ${counted(event.received, 'message')} received, ${event.sent} sent; ${counted(event.connections, 'connection')} left.`;
  }
}

/** Returns a listener that writes a line for each event; of what may happen as often as it likes, only some. */
export function eventLog(log: (line: string) => void): (event: ServerEvent) => void {
  const ofStrangers = limitedLog(log, 'what was refused or dropped');
  const ofNodes = limitedLog(log, 'servers that cannot be reached');
  const limited: Readonly<Record<string, typeof log>> = {
    refused: ofStrangers,
    dropped: ofStrangers,
    'node-lost': ofNodes,
  };
  return (event) => (limited[event.type] ?? log)(logLine(event));
}
