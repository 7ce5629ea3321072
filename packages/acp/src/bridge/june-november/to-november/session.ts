import type { Call } from '../../pairing.ts';
import type * as november from '../november.ts';
import { PromptEchoes } from './prompt-echoes.ts';
import { closedSessionValues, newSessionValues, type SessionValues } from './session-values.ts';
import { Turns, type TurnsOptions } from './turns.ts';

/** A prompt of the client. */
export interface Prompt {
  readonly call: Call;
  readonly params: november.AgentRequests['session/prompt']['params'];
  /** The params for the agent. */
  readonly sent: { readonly prompt: readonly unknown[] };
}

/** The memory of a session with a November client. */
export interface Session {
  readonly id: string;
  /** What the converters of values remember. */
  readonly values: SessionValues;
  /** The prompts of the client, and the state that it is told. */
  readonly turns: Turns<Prompt>;
  readonly echoes: PromptEchoes;
  /** The tool calls and terminals that the agent lets the client cancel, each with the name of its kind before its id. */
  readonly cancellable: Set<string>;
  /** Requests to close the session that wait for the end of its turn. */
  closing: Call[];
  /** Whether the client has closed the session and not opened it again. */
  isClosed: boolean;
  /** How many replays the agent is sending that the client gets, and how many that it did not ask for. */
  replays: number;
  unasked: number;
}

/** Returns the memory of a new session. */
export function newSession(id: string, options: Omit<TurnsOptions, 'mintId'>): Session {
  const values = newSessionValues();
  let minted = 0;
  const mintId = () => {
    do minted += 1;
    while (values.messages.user.has(`emend-p${minted}`));
    return `emend-p${minted}`;
  };
  return {
    id,
    values,
    turns: new Turns({ ...options, mintId }),
    echoes: new PromptEchoes(values.userAliases),
    cancellable: new Set(),
    closing: [],
    isClosed: false,
    replays: 0,
    unasked: 0,
  };
}

/** Returns whether the client expects nothing of a session: it is closed, and the client does not open it again. */
export function isShut({ isClosed, turns }: Session): boolean {
  return isClosed && !turns.isOpening;
}

/** Returns what is kept of a closed session: the client still knows its messages. */
export function closedSession(session: Session): Session {
  session.cancellable.clear();
  return { ...session, values: closedSessionValues(session.values), closing: [] };
}
