/** An IP address as eight groups of 16 bits; IPv4 addresses are mapped to IPv6. */
type Address = readonly number[];

/** Returns the groups of an IPv4 or IPv6 address, or `undefined` if the text is none. */
export function parseAddress(text: string): Address | undefined {
  const bare = text.replace(/%.*$/, '');
  if (!bare.includes(':')) {
    const four = parseFour(bare);
    return four === undefined ? undefined : [0, 0, 0, 0, 0, 0xffff, ...four];
  }
  const halves = bare.split('::');
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 1 ? [] : parseGroups(halves[1] ?? '', true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** The groups of a part of an IPv6 address; the last part may end in an IPv4 address. */
function parseGroups(text: string, isLast: boolean): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [at, part] of parts.entries()) {
    if (isLast && at === parts.length - 1 && part.includes('.')) {
      const four = parseFour(part);
      if (four === undefined) return undefined;
      groups.push(...four);
    } else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

function parseFour(text: string): readonly [number, number] | undefined {
  const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (bytes === undefined || bytes.some((byte) => byte > 255)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return [a * 256 + b, c * 256 + d];
}

/** A set of addresses, given as single ones or as networks such as `10.0.0.0/8`. */
export class Networks {
  readonly #networks: readonly { readonly address: Address; readonly bits: number }[];

  constructor(texts: readonly string[]) {
    this.#networks = texts.map((text) => {
      const [, start = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
      const address = parseAddress(start);
      const width = start.includes(':') ? 128 : 32;
      const given = bits === undefined ? width : Number(bits);
      if (address === undefined || given > width) throw new TypeError(`"${text}" is not an address or a network.`);
      return { address, bits: given + 128 - width };
    });
  }

  /** Returns whether an address is in one of the networks. */
  has(text: string | undefined): boolean {
    const address = text === undefined ? undefined : parseAddress(text);
    if (address === undefined) return false;
    return this.#networks.some((network) => startsAlike(address, network.address, network.bits));
  }
}

function startsAlike(one: Address, other: Address, bits: number): boolean {
  for (let at = 0; at * 16 < bits; at += 1) {
    const unused = Math.max(0, 16 - (bits - at * 16));
    if ((one[at] ?? 0) >> unused !== (other[at] ?? 0) >> unused) return false;
  }
  return true;
}
