import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Gives every session of a connection the same id. */
export const a08OneSession: AgentMutant = {
  name: 'a08-one-session',
  breaks: 'A8',
  defect: 'Gives every session of a connection the same id.',
  dialects: everywhere,
  caughtBy: ['session.unique-ids'],
  make() {
    let first: unknown;
    return {
      fromAgent(message, wire) {
        if (wire.requestOf(message)?.['method'] === 'session/new') first ??= message['result'];
        wire.toClient(message);
      },
      fromClient(message, wire) {
        if (message['method'] !== 'session/new' || first === undefined) wire.toAgent(message);
        else wire.toClient({ jsonrpc: '2.0', id: message['id'], result: first });
      },
    };
  },
};
