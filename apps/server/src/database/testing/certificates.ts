import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';

export type Identity = { readonly certificate: string; readonly key: string };
type Issuer = Identity & { readonly name: string; readonly signingKey: KeyObject };

type Wanted = {
  readonly name: string;
  readonly names?: readonly string[];
  /** Without an issuer, the certificate is self-signed and marked as an authority. */
  readonly issuer?: Issuer;
  readonly expiresAt?: Date;
};

const dayMs = 86_400_000;

/**
 * Creates an X.509 version 3 certificate with an ECDSA key (RFC 5280 section 4.1), because Node can parse
 * certificates but not create them.
 */
export function makeIdentity({ name, names = [], issuer, expiresAt }: Wanted): Issuer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const notAfter = expiresAt ?? new Date(Date.now() + dayMs);
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    distinguishedName(issuer?.name ?? name),
    sequence(time(new Date(notAfter.getTime() - 30 * dayMs)), time(notAfter)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(...(issuer ? [] : [authority]), ...(names.length > 0 ? [alternativeNames(names)] : [])),
    ),
  );
  const signature = sign('sha256', body, issuer?.signingKey ?? privateKey);
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').match(/.{1,64}/gu) ?? [];
  return {
    name,
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signingKey: privateKey,
  };
}

// Encodes a value by the Distinguished Encoding Rules: tag, length, content.
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const time = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/gu, '').slice(0, 14)}Z`));
const distinguishedName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const isTrue = tagged(0x01, Buffer.from([0xff]));
/** Critical basicConstraints extension, which marks a certificate authority. */
const authority = sequence(oid('551d13'), isTrue, tagged(0x04, sequence(isTrue)));

function alternativeNames(names: readonly string[]): Buffer {
  const entries = names.map((name) =>
    isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name)),
  );
  return sequence(oid('551d11'), tagged(0x04, sequence(...entries)));
}
