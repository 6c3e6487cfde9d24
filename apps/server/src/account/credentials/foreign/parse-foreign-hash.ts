import { parseOptions } from '@node-rs/argon2';
import type { FirebaseParameters } from '@vid/contract/firebase-parameters';
import {
  digestBytes,
  digests,
  foreignLimits,
  phpassAlphabet,
  type Digest,
  type ForeignHash,
  type SaltPosition,
} from './foreign-hash.ts';

/**
 * Reason for rejecting a hash: it is unknown or damaged (`hashFormat`), its cost is above the limits
 * (`hashCost`), or it is a digest or Firebase hash without a salt (`hashSalt`).
 */
export type ForeignHashProblem = 'hashFormat' | 'hashCost' | 'hashSalt';
export type ParsedForeignHash = { readonly hash: ForeignHash } | { readonly problem: ForeignHashProblem };

export type SaltedFormat = { readonly digest: Digest; readonly position: SaltPosition };

const bad = { problem: 'hashFormat' } as const;
const tooCostly = { problem: 'hashCost' } as const;

/**
 * Parses a hash whose text names its kind, or returns its problem: argon2 and scrypt in PHC form, bcrypt,
 * PBKDF2 and scrypt of Django, Werkzeug and passlib, salted SHA of LDAP and Django, phpass and WordPress,
 * ASP.NET Identity, Keycloak credentials as JSON, and Firebase scrypt in the notation of Supabase
 * (`$fbscrypt$`) and Ory (`$firescrypt$`).
 */
export function parseForeignHash(input: string): ParsedForeignHash {
  const text = input
    .trim()
    // Remove the quote that marks text in a spreadsheet, and the prefixes of Spring Security, OpenLDAP and
    // Django.
    .replace(/^['‘’]/u, '')
    .replace(/^(?:\{(?:bcrypt|crypt|argon2|scrypt)\}|bcrypt\$(?=\$2)|argon2(?=\$argon2))/iu, '');
  if (text.length > 2_048) return bad;
  if (text.startsWith('$argon2')) return parseArgon2(text);
  if (/^\$2[aby]\$/u.test(text)) return parseBcrypt(text);
  const ldap = /^\{SSHA(256|512)?\}(.+)$/u.exec(text);
  if (ldap) return parseLdap(ldap[1] ?? '', ldap[2] ?? '');
  if (/^\$[PH]\$/u.test(text)) return parsePhpass(text);
  if (text.startsWith('$wp$')) return parseWordPress(text);
  if (/^\[?\s*\{/u.test(text)) return parseKeycloak(text);
  return (
    parseScrypt(text) ??
    parsePbkdf2(text) ??
    parseDjangoSha(text) ??
    parseFirebaseText(text) ??
    parseAspNet(text) ??
    bad
  );
}

/** Parses a Firebase hash in the standard or the URL-safe base64 alphabet, or returns its problem. */
export function parseFirebase(hash: string, salt: string, parameters: FirebaseParameters): ParsedForeignHash {
  const { rounds, memoryCost } = parameters;
  const [output, salted, separator, signer] = [
    hash,
    salt,
    parameters.saltSeparator,
    parameters.signerKey,
  ].map((text) => fromBase64(text.trim().replaceAll('-', '+').replaceAll('_', '/')));
  if (salt.trim() === '') return { problem: 'hashSalt' };
  if (!isSalt(salted) || !isOutput(output) || !isOutput(signer) || signer.length !== output.length)
    return bad;
  if (rounds < 1 || memoryCost < 1 || (separator?.length ?? 0) > foreignLimits.saltBytes) return bad;
  const { memoryBytes, blocks } = foreignLimits.scrypt;
  if (128 * 2 ** memoryCost * rounds > memoryBytes || 2 ** memoryCost * rounds > blocks) return tooCostly;
  return {
    hash: {
      kind: 'firebase',
      memoryCost,
      rounds,
      salt: toText(salted),
      saltSeparator: separator === undefined ? '' : toText(separator),
      signerKey: toText(signer),
      output: toText(output),
    },
  };
}

export function parseSaltedDigest(input: string, salt: string, format: SaltedFormat): ParsedForeignHash {
  const output = readDigest(input.trim(), format.digest);
  if (!output) return bad;
  if (salt === '') return { problem: 'hashSalt' };
  return sha(format, { salt: Buffer.from(salt, 'utf8'), output });
}

function parseArgon2(text: string): ParsedForeignHash {
  const shape =
    /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{21,172}$/u;
  const found = shape.exec(text);
  if (!found) return bad;
  const [memory, iterations, parallelism] = found.slice(1).map(Number);
  const limits = foreignLimits.argon2;
  if (memory === undefined || iterations === undefined || parallelism === undefined) return bad;
  if (memory > limits.memoryKib || iterations > limits.iterations || parallelism > limits.parallelism)
    return tooCostly;
  try {
    parseOptions(text);
  } catch {
    return bad;
  }
  return { hash: { kind: 'argon2', phc: text } };
}

function parseBcrypt(text: string): ParsedForeignHash {
  const cost = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/u.exec(text)?.[1];
  if (cost === undefined || Number(cost) < foreignLimits.bcrypt.minCost) return bad;
  return Number(cost) > foreignLimits.bcrypt.maxCost ? tooCostly : { hash: { kind: 'bcrypt', text } };
}

function parsePhpass(text: string): ParsedForeignHash {
  const cost = /^\$[PH]\$([./0-9A-Za-z])[./0-9A-Za-z]{30}$/u.exec(text)?.[1];
  const { minCost, maxCost } = foreignLimits.phpass;
  if (cost === undefined || phpassAlphabet.indexOf(cost) < minCost) return bad;
  return phpassAlphabet.indexOf(cost) > maxCost ? tooCostly : { hash: { kind: 'phpass', text } };
}

function parseWordPress(text: string): ParsedForeignHash {
  const bcrypt = parseBcrypt(text.slice('$wp'.length));
  return 'hash' in bcrypt ? { hash: { kind: 'wordpress', text } } : bcrypt;
}

function parseFirebaseText(text: string): ParsedForeignHash | undefined {
  const supabase =
    /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,3}),p=1(?:,ss=([\w+/-]*={0,2}))?,sk=([\w+/-]+={0,2})\$([^$]+)\$([^$]+)$/u.exec(
      text,
    );
  if (supabase) {
    const [, memoryCost, rounds, saltSeparator = '', signerKey = '', salt = '', hash = ''] = supabase;
    return parseFirebase(hash, salt, {
      memoryCost: Number(memoryCost),
      rounds: Number(rounds),
      saltSeparator,
      signerKey,
    });
  }
  const ory = /^\$firescrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=1\$([^$]+)\$([^$]+)\$([^$]*)\$([^$]+)$/u.exec(text);
  if (!ory) return undefined;
  const [, memoryCost, rounds, salt = '', hash = '', saltSeparator = '', signerKey = ''] = ory;
  return parseFirebase(hash, salt, {
    memoryCost: Number(memoryCost),
    rounds: Number(rounds),
    saltSeparator,
    signerKey,
  });
}

/**
 * Parses an ASP.NET Core Identity hash. Version 3 names its function, iterations and salt; version 2 is
 * PBKDF2 with SHA-1, 1,000 iterations and a 16-byte salt. Returns undefined for any other text.
 */
function parseAspNet(text: string): ParsedForeignHash | undefined {
  const bytes = fromBase64(text);
  if (!bytes) return undefined;
  if (bytes[0] === 0 && bytes.length === 49)
    return pbkdf2('sha1', '1000', { salt: bytes.subarray(1, 17), output: bytes.subarray(17) });
  if (bytes[0] !== 1 || bytes.length < 13) return undefined;
  const saltEnd = 13 + bytes.readUInt32BE(9);
  if (saltEnd > bytes.length) return undefined;
  const iterations = String(bytes.readUInt32BE(5));
  return pbkdf2(digests[bytes.readUInt32BE(1)], iterations, {
    salt: bytes.subarray(13, saltEnd),
    output: bytes.subarray(saltEnd),
  });
}

/**
 * Parses a credential from a Keycloak export, or the first password in a user's list of credentials, or returns
 * its problem. `secretData` and `credentialData` may be JSON strings.
 */
function parseKeycloak(text: string): ParsedForeignHash {
  const parsed = parsedJson(text);
  const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const given = list.map(objectIn).find((one) => one && (one['type'] ?? 'password') === 'password');
  if (!given) return bad;
  // Merge `credentialData` last: both parts have `additionalParameters`, but the secret's are empty.
  const merged = { ...given, ...objectIn(given['secretData']), ...objectIn(given['credentialData']) };
  const { algorithm, hashIterations, value, salt } = merged;
  if (typeof value !== 'string' || typeof salt !== 'string') return bad;
  const [output, saltBytes, iterations] = [fromBase64(value), fromBase64(salt), String(hashIterations)];
  if (algorithm === 'argon2') return parseKeycloakArgon2(merged, output, saltBytes);
  const name = /^pbkdf2(?:-(sha256|sha512))?$/u.exec(String(algorithm));
  return name ? pbkdf2(name[1] ?? 'sha1', iterations, { salt: saltBytes, output }) : bad;
}

function parseKeycloakArgon2(
  { hashIterations, additionalParameters }: Readonly<Record<string, unknown>>,
  output: Buffer | undefined,
  salt: Buffer | undefined,
): ParsedForeignHash {
  if (!output || !salt) return bad;
  const parameters = objectIn(additionalParameters) ?? {};
  const first = (name: string): string => {
    const found = parameters[name];
    return String(Array.isArray(found) ? found[0] : found);
  };
  // Keycloak writes `1.3` for argon2 version 19; older versions compute different hashes.
  if (!['1.3', 'undefined'].includes(first('version'))) return bad;
  return parseArgon2(
    `$argon2${first('type')}$v=19$m=${first('memory')},t=${String(hashIterations)},p=${first('parallelism')}$${bare(salt)}$${bare(output)}`,
  );
}

const bare = (bytes: Buffer): string => toText(bytes).replace(/=+$/u, '');

function objectIn(input: unknown): Readonly<Record<string, unknown>> | undefined {
  const value = parsedJson(input);
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

function parsedJson(input: unknown): unknown {
  try {
    return typeof input === 'string' ? JSON.parse(input) : input;
  } catch {
    return undefined;
  }
}

function parseLdap(bits: string, body: string): ParsedForeignHash {
  const digest = bits === '' ? 'sha1' : bits === '256' ? 'sha256' : 'sha512';
  const bytes = fromBase64(body);
  if (!bytes || bytes.length < digestBytes[digest]) return bad;
  const salt = bytes.subarray(digestBytes[digest]);
  if (salt.length === 0) return { problem: 'hashSalt' };
  return sha({ digest, position: 'after' }, { salt, output: bytes.subarray(0, digestBytes[digest]) });
}

function parseDjangoSha(text: string): ParsedForeignHash | undefined {
  // The last `$` ends the salt. Django's salts contain no `$`, but salts from a separate column may.
  const found = /^(sha1|sha256|sha512)\$(.*)\$([0-9a-f]+)$/isu.exec(text);
  const digest = digests.find((name) => name === found?.[1]?.toLowerCase());
  if (!found || !digest) return undefined;
  return parseSaltedDigest(found[3] ?? '', found[2] ?? '', { digest, position: 'before' });
}

function parseScrypt(text: string): ParsedForeignHash | undefined {
  const phc = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,4}),p=(\d{1,4})\$([^$]+)\$([^$]+)$/u.exec(text);
  if (phc)
    return scrypt({
      n: 2 ** Number(phc[1]),
      r: Number(phc[2]),
      p: Number(phc[3]),
      salt: fromBase64(phc[4]),
      output: fromBase64(phc[5]),
    });
  const werkzeug = /^scrypt:(\d{1,9}):(\d{1,4}):(\d{1,4})\$([^$]+)\$([0-9a-f]+)$/u.exec(text);
  if (werkzeug) {
    const [, n, r, p, salt = '', output = ''] = werkzeug;
    return scrypt({
      n: Number(n),
      r: Number(r),
      p: Number(p),
      salt: Buffer.from(salt),
      output: fromHex(output),
    });
  }
  const django = /^scrypt\$(\d{1,9})\$([^$]+)\$(\d{1,4})\$(\d{1,4})\$([^$]+)$/u.exec(text);
  if (!django) return undefined;
  const [, n, salt = '', r, p, output] = django;
  return scrypt({
    n: Number(n),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt),
    output: fromBase64(output),
  });
}

function scrypt({
  n,
  r,
  p,
  salt,
  output,
}: Readonly<Record<'n' | 'r' | 'p', number>> & SaltAndOutput): ParsedForeignHash {
  if (!isSalt(salt) || !isOutput(output) || n < 2 || r < 1 || p < 1 || !Number.isInteger(Math.log2(n)))
    return bad;
  const { memoryBytes, blocks } = foreignLimits.scrypt;
  if (128 * n * r > memoryBytes || n * r * p > blocks) return tooCostly;
  return { hash: { kind: 'scrypt', n, r, p, salt: toText(salt), output: toText(output) } };
}

function parsePbkdf2(text: string): ParsedForeignHash | undefined {
  const django = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,9})\$([^$]+)\$([^$]+)$/u.exec(text);
  if (django) {
    const [, digest, iterations, salt = '', output] = django;
    return pbkdf2(digest, iterations, { salt: Buffer.from(salt), output: fromBase64(output) });
  }
  const passlib = /^\$pbkdf2(?:-(sha256|sha512))?\$(\d{1,9})\$([^$]+)\$([^$]+)$/u.exec(text);
  if (passlib) {
    const [, digest = 'sha1', iterations, salt, output] = passlib;
    return pbkdf2(digest, iterations, { salt: fromBase64(salt), output: fromBase64(output) });
  }
  const werkzeug = /^pbkdf2:(sha1|sha256|sha512):(\d{1,9})\$([^$]+)\$([0-9a-f]+)$/u.exec(text);
  if (!werkzeug) return undefined;
  const [, digest, iterations, salt = '', output = ''] = werkzeug;
  return pbkdf2(digest, iterations, { salt: Buffer.from(salt), output: fromHex(output) });
}

function pbkdf2(
  name: string | undefined,
  count: string | undefined,
  { salt, output }: SaltAndOutput,
): ParsedForeignHash {
  const digest = digests.find((known) => known === name);
  const iterations = Number(count);
  if (!digest || !isSalt(salt) || !isOutput(output) || iterations < 1) return bad;
  if (iterations > foreignLimits.pbkdf2.iterations) return tooCostly;
  return { hash: { kind: 'pbkdf2', digest, iterations, salt: toText(salt), output: toText(output) } };
}

function sha(
  { digest, position }: SaltedFormat,
  { salt, output }: Readonly<Record<'salt' | 'output', Buffer>>,
): ParsedForeignHash {
  if (!isSalt(salt)) return bad;
  return { hash: { kind: 'sha', digest, position, salt: toText(salt), output: toText(output) } };
}

function readDigest(text: string, digest: Digest): Buffer | undefined {
  const bytes = fromHex(text) ?? fromBase64(text);
  return bytes?.length === digestBytes[digest] ? bytes : undefined;
}

type SaltAndOutput = Readonly<Record<'salt' | 'output', Buffer | undefined>>;

function isSalt(salt: Buffer | undefined): salt is Buffer {
  return salt !== undefined && salt.length >= 1 && salt.length <= foreignLimits.saltBytes;
}

function isOutput(output: Buffer | undefined): output is Buffer {
  return output !== undefined && output.length >= 16 && output.length <= 128;
}

function fromHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2})+$/iu.test(text) ? Buffer.from(text, 'hex') : undefined;
}

/**
 * Decodes base64 with or without padding; returns undefined for any other text. Passlib writes `.` instead of
 * `+`.
 */
function fromBase64(text = ''): Buffer | undefined {
  return /^[A-Za-z0-9+./]+={0,2}$/u.test(text) ? Buffer.from(text.replaceAll('.', '+'), 'base64') : undefined;
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64');
}
