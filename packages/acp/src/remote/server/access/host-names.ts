import { parseAddress } from './addresses.ts';

interface Host {
  readonly name: string;
  readonly port: string;
}

const HOST = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?$/;

/** The value of a `Host` header in parts: lower case, without a dot at the end. */
function parseHost(text: string): Host | undefined {
  const [, name, port = ''] = HOST.exec(text.trim().toLowerCase()) ?? [];
  if (name === undefined) return undefined;
  const bare = name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return bare === '' ? undefined : { name: bare, port };
}

/** Returns whether a host name or address is that of the loopback interface. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || (/^127\.\d+\.\d+\.\d+$/.test(name) && isAddress(name));
}

function isAddress(name: string): boolean {
  return parseAddress(name) !== undefined;
}

/** Checks the `Host` of requests: web pages reach a server under a name of their own, and are refused. */
export class HostNames {
  readonly #known: readonly Host[];

  /** `names` are those beside the loopback ones; one without a port is accepted with every port. */
  constructor(names: readonly string[]) {
    this.#known = names.map((name) => {
      const host = parseHost(name.includes(':') && isAddress(name) ? `[${name}]` : name);
      if (host === undefined) throw new TypeError(`"${name}" is not a host name. Give it without scheme and path.`);
      return host;
    });
  }

  /** Returns whether the value of a `Host` header names this server. */
  includes(header: string | undefined): boolean {
    const host = parseHost(header ?? '');
    if (host === undefined) return false;
    return isLoopback(host.name) || this.#known.some((known) => isSameHost(known, host));
  }

  /** Returns whether a probe may use the value: also with an address, since no web page can give an address as its own name. */
  includesForProbe(header: string | undefined): boolean {
    return this.includes(header) || isAddress(parseHost(header ?? '')?.name ?? '');
  }
}

function isSameHost(known: Host, host: Host): boolean {
  if (known.name !== host.name) return false;
  // Clients leave out the port that is the default of their scheme.
  const isDefault = host.port === '' && (known.port === '80' || known.port === '443');
  return known.port === '' || known.port === host.port || isDefault;
}
