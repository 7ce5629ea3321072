import { ACP_PROTOCOL, BEARER_PROTOCOL, RESUME_PROTOCOL } from '../../wire/names.ts';
import type { HttpRequest } from '../http-exchange.ts';

/** Where a client wants to go on: the connection, and the number of frames that it has of it. */
export interface ResumePoint {
  readonly id: string;
  readonly received: number;
}

/** Returns the subprotocols that the client of a WebSocket offers. */
export function offeredSubprotocols(request: HttpRequest): readonly string[] {
  const header = request.header('sec-websocket-protocol') ?? '';
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Returns the subprotocol to choose: `acp`, else the first that carries neither a token nor a connection id. */
export function chosenSubprotocol(offered: readonly string[]): string | undefined {
  if (offered.includes(ACP_PROTOCOL)) return ACP_PROTOCOL;
  return offered.find((name) => !name.startsWith(BEARER_PROTOCOL) && !name.startsWith(RESUME_PROTOCOL));
}

const RESUME_POINT = /^(.+)\.(0|[1-9]\d*)$/;

/** Returns where the client wants to go on; `undefined` if it begins anew. */
export function resumePointOf(offered: readonly string[]): ResumePoint | 'malformed' | undefined {
  const [name, ...others] = offered.filter((one) => one.startsWith(RESUME_PROTOCOL));
  if (name === undefined) return undefined;
  const [, id, position] = RESUME_POINT.exec(name.slice(RESUME_PROTOCOL.length)) ?? [];
  const received = Number(position);
  if (others.length > 0 || id === undefined || !Number.isSafeInteger(received)) return 'malformed';
  return { id, received };
}
