import { hostname, networkInterfaces } from 'node:os';
import { HostNames, isLoopback } from '@emend/acp/remote';

const wildcards = new Set(['0.0.0.0', '::', '']);

/** Returns whether an address to listen on stands for all addresses of this computer. */
export function isEverywhere(host: string): boolean {
  return wildcards.has(host);
}

/** The addresses of this computer that others reach. */
function outerAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address);
}

/** Returns the names under which pages may address a server that listens on `host`. */
export function ownNames(host: string): HostNames {
  return new HostNames(isEverywhere(host) ? [hostname(), ...outerAddresses()] : [host]);
}

/** Returns the names under which other computers reach a server that listens on `host`. */
export function outerNames(host: string): readonly string[] {
  if (isEverywhere(host)) return outerAddresses();
  return isLoopback(host.toLowerCase()) ? [] : [host];
}
