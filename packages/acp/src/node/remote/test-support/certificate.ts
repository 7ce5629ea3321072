import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate that signs itself, for `localhost` and 127.0.0.1, made anew for each run. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...contents: readonly Buffer[]) => element(0x30, ...contents);
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const objectId = (hex: string) => element(0x06, bytes(hex));
const integer = (value: Buffer) => element(0x02, value);
const octets = (value: Buffer) => element(0x04, value);
const bits = (value: Buffer) => element(0x03, Buffer.from([0]), value);
const time = (text: string) => element(0x17, Buffer.from(text));

/** Makes a certificate with node:crypto alone. */
export function testCertificate(): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
  const commonName = sequence(objectId('550403'), element(0x0c, Buffer.from('localhost')));
  const name = sequence(element(0x31, commonName));
  const names = sequence(element(0x82, Buffer.from('localhost')), element(0x87, Buffer.from([127, 0, 0, 1])));
  const authority = sequence(element(0x01, Buffer.from([0xff])));
  const extensions = sequence(
    sequence(objectId('551d11'), octets(names)),
    sequence(objectId('551d13'), element(0x01, Buffer.from([0xff])), octets(authority)),
  );
  const content = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  );
  const certificate = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, privateKey)));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
