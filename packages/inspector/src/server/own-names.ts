import { hostname, networkInterfaces } from 'node:os';
import { HostNames } from '@emend/acp/remote';

const wildcards = new Set(['0.0.0.0', '::', '']);

/** Returns whether an address to listen on stands for all addresses of this computer. */
export function isEverywhere(host: string): boolean {
  return wildcards.has(host);
}

/** Returns the addresses of this computer that others reach. */
export function outerAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address);
}

/** Returns the names under which pages may address a server that listens on `host`. */
export function ownNames(host: string): HostNames {
  return new HostNames(isEverywhere(host) ? [hostname(), ...outerAddresses()] : [host]);
}
