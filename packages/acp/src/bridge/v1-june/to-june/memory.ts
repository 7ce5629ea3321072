import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import type { JsonObject } from '../../../protocol/reading/guard.ts';
import { noting, type Outbox, updating } from '../../outbox.ts';
import { type SessionTable, sessionTable } from '../../session-table.ts';
import type { ClientOffers } from '../client-offers.ts';
import type { ClientServices, V1AgentOptions } from '../options.ts';
import { toJune } from '../rules.ts';
import type { Crossing } from './crossing.ts';
import { closedSession, newSession, type Session } from './session.ts';
import type { TerminalForm } from './terminal-form.ts';
import { terminalsInText } from './told-output.ts';

/** Options for a June client, or for another edge that reads June. */
export interface JuneClientOptions extends V1AgentOptions {
  /** Whether the names of tools stay where they are. */
  readonly keepsNames?: boolean;
  /** The form in which terminals are shown. Default: as text. */
  readonly terminals?: TerminalForm;
  /** Capabilities that the agent is offered whatever the client says. */
  readonly offered?: JsonObject;
}

/** The memory of a connection between a June client and a v1 agent. */
export interface Memory extends SessionTable<Session> {
  /** The form in which terminals are shown. */
  readonly terminals: TerminalForm;
  /** Whether the agent takes MCP servers over SSE. */
  takesSse: boolean;
  /** What the client offers, once it has said so. */
  offers: ClientOffers | undefined;
  /** How many new sessions have no id yet. */
  unnamed: number;
  /** What is served in place of the client, and other capabilities that the agent is offered whatever the client says. */
  readonly services: ClientServices;
  /** Returns what translating for the client needs; `origin` is the notification that is being translated. */
  crossing(sessionId: string, out: Outbox, origin?: NotificationMessage): Crossing;
}

/** Returns the memory of a new connection. */
export function newMemory({
  inheritsIds = false,
  idPrefix = 'emend',
  keepsNames = false,
  terminals = terminalsInText,
  services = {},
  offered = {},
  terminalText,
}: JuneClientOptions): Memory {
  const table = sessionTable(newSession, closedSession);
  return {
    ...table,
    terminals,
    takesSse: false,
    offers: undefined,
    unnamed: 0,
    services: { ...services, ...offered },
    crossing: (sessionId, out, origin) => ({
      session: table.session(sessionId),
      inheritsIds,
      idPrefix,
      keepsNames,
      terminals,
      terminalText: (terminalId) => terminalText?.(sessionId, terminalId),
      note: noting(toJune, sessionId, out),
      send: updating(sessionId, out, origin),
    }),
  };
}
