import { isLoopback } from '../options/listen-address.ts';

/** How a server can be reached and what protects it. */
interface Exposure {
  readonly host: string;
  readonly hasToken: boolean;
  readonly hasCertificate: boolean;
  /** Whether plain HTTP was allowed beyond this machine. */
  readonly isInsecure: boolean;
  /** Whether a proxy stands before the server. */
  readonly hasProxy: boolean;
}

/** Returns why a server may not listen like this, or `undefined` if it may. */
export function exposureProblem({
  host,
  hasToken,
  hasCertificate,
  isInsecure,
  hasProxy,
}: Exposure): string | undefined {
  if (isLoopback(host)) return undefined;
  if (!hasToken)
    return `option '--no-token' is only for addresses of this machine: everyone who reaches ${host} could use the agent.`;
  if (hasCertificate || isInsecure || hasProxy) return undefined;
  return `${host} can be reached from other machines, and without TLS others can read the token. Give --cert and --key, or --behind-proxy if a proxy adds TLS, or --insecure if the network is safe.`;
}
