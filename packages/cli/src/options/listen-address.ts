import { isIP } from 'node:net';
import { Problem } from '../output/problem.ts';

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

const form = 'It must look like 127.0.0.1:8080, [::1]:8080 or localhost:0, where port 0 is any free port.';

/** Reads `HOST:PORT`; the address of IPv6 is in brackets. */
export function listenAddress(text: string): ListenAddress {
  const [, bracketed, plain, digits = ''] = /^(?:\[([^\]]*)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const port = Number(digits);
  if (host === '' || digits === '' || (bracketed !== undefined && isIP(bracketed) !== 6))
    throw new Problem(`There is no address to listen on in '${text}'. ${form}`);
  if (port > 65_535) throw new Problem(`There is no port ${port}; the last one is 65535.`);
  return { host, port };
}

/** Returns whether only programs on the same machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(host);
}

/** Returns an address as it is given: `HOST:PORT`, with the address of IPv6 in brackets. */
export function addressWords({ host, port }: ListenAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
