import { isLoopback } from './host-names.ts';

/** How a server is going to listen. */
export interface Listening {
  /** The address or name to listen on. */
  readonly host: string;
  readonly hasToken: boolean;
  readonly hasTls: boolean;
  /** Whether plain HTTP is wanted, because a proxy encrypts or the network is trusted. */
  readonly allowsPlainHttp: boolean;
}

/** Returns why a server must not listen like this, as one sentence, or `undefined` if it may. */
export function listenProblem({ host, hasToken, hasTls, allowsPlainHttp }: Listening): string | undefined {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (isLoopback(name)) return undefined;
  if (!hasToken) {
    return `Listening on ${host} needs a token, because everybody who reaches this computer could use the agent.`;
  }
  if (hasTls || allowsPlainHttp) return undefined;
  return `Listening on ${host} needs a certificate, because the token and all messages could be read on the way.`;
}
