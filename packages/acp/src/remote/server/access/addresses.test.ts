import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Networks, parseAddress } from './addresses.ts';

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((four) => `::ffff:${four}`),
  fc.string({ unit: fc.constantFrom('1', '2', '0', 'f', ':', '.', '/', 'g'), maxLength: 12 }),
);

test('[RE45] what is an address and what is none is as Node says', () => {
  fc.assert(
    fc.property(address, (text) => {
      // Node takes IPv4 numbers without leading zeros only; here they cannot mean anything else.
      fc.pre(!/(?:^|[.:])0\d/.test(text));
      expect(parseAddress(text) !== undefined).toBe(isIP(text) !== 0);
    }),
  );
});

test('[RE45] an address is in a network as Node says', () => {
  const four = fc.constantFrom('10.0.0.1', '10.0.1.1', '10.1.0.0', '192.168.0.1', '0.0.0.0', '255.255.255.255');
  const six = fc.constantFrom('::1', '2001:db8::1', '2001:db8:0:1::', 'fe80::1', '::', 'ffff::ffff');
  const pair = (values: fc.Arbitrary<string>, width: number, family: 'ipv4' | 'ipv6') =>
    fc.tuple(values, values, fc.nat({ max: width }), fc.constant(family));
  fc.assert(
    fc.property(fc.oneof(pair(four, 32, 'ipv4'), pair(six, 128, 'ipv6')), ([one, start, bits, family]) => {
      const list = new BlockList();
      list.addSubnet(start, bits, family);
      expect(new Networks([`${start}/${bits}`]).has(one)).toBe(list.check(one, family));
    }),
  );
});

test('[RE45] an IPv4 address is the same in the form of IPv6', () => {
  const networks = new Networks(['10.0.0.0/8', '::1']);
  const peers = ['::ffff:10.1.2.3', '10.1.2.3', '::1%lo', '11.0.0.1', 'nonsense', undefined];
  expect(peers.map((peer) => networks.has(peer))).toEqual([true, true, true, false, false, false]);
});

test.each(['proxy', '10.0.0.0/33', '::/129', '10.0.0.1/', '', '1.2.3.4/8/8'])(
  '[RE45] %j as a proxy is refused at the start',
  (text) => {
    expect(() => new Networks([text])).toThrow(`"${text}" is not an address or a network.`);
  },
);
