/** Reason why a set of keys cannot authenticate a client (private_key_jwt, RFC 7523). */
export type KeyProblem = 'no-set' | 'private' | 'kind' | 'use' | 'broken' | 'short';

export type ClientKeys = { keys: Record<string, unknown>[] };
/** `at` is the position of the invalid key, counted from 1; missing if the set itself is invalid. */
export type KeysVerdict =
  | { readonly jwks: ClientKeys }
  | { readonly problem: KeyProblem; readonly at?: number };

const ofEc = ['ES256'] as const;
const ofRsa = ['RS256', 'PS256'] as const;
const ofOkp = ['Ed25519', 'EdDSA'] as const;
const algorithmsOf: Readonly<Record<string, readonly string[]>> = {
  'EC P-256': ofEc,
  RSA: ofRsa,
  'OKP Ed25519': ofOkp,
};
export const assertionAlgorithms = [...ofEc, ...ofRsa, ...ofOkp];

/** Members that only private and symmetric keys have (RFC 7518 section 6; `priv` of post-quantum AKP keys). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/**
 * Returns the keys, or the first problem that keeps one of them from verifying an assertion. Without this
 * check, oidc-provider would silently skip unusable keys, and fail at each request on a broken key.
 */
export async function checkClientKeys(jwks: unknown): Promise<KeysVerdict> {
  const keys: unknown = isObject(jwks) ? jwks['keys'] : undefined;
  if (!Array.isArray(keys) || keys.length === 0) return { problem: 'no-set' };
  const checked: Record<string, unknown>[] = [];
  for (const [index, key] of keys.entries()) {
    const problem = isObject(key) ? await checkKey(key) : 'broken';
    if (problem) return { problem, at: index + 1 };
    checked.push(key);
  }
  return { jwks: { keys: checked } };
}

async function checkKey(key: Record<string, unknown>): Promise<KeyProblem | undefined> {
  if (key['kty'] === 'oct' || privateMembers.some((name) => name in key)) return 'private';
  if (['alg', 'kid', 'use'].some((name) => !isTextOrAbsent(key[name]))) return 'broken';
  const chain = key['x5c'] ?? [];
  if (!Array.isArray(chain) || chain.some((one) => typeof one !== 'string' || one === '')) return 'broken';
  const algorithms =
    algorithmsOf[key['kty'] === 'RSA' ? 'RSA' : `${String(key['kty'])} ${String(key['crv'])}`];
  const alg = key['alg'] ?? algorithms?.[0];
  if (typeof alg !== 'string' || !algorithms?.includes(alg)) return 'kind';
  if ((key['use'] ?? 'sig') !== 'sig') return 'use';
  const operations = key['key_ops'] ?? ['verify'];
  if (!Array.isArray(operations) || !operations.includes('verify')) return 'use';
  // Load jose on use, because every CLI command loads this file but few check a key.
  const { importJWK } = await import('jose');
  try {
    const imported = await importJWK(key, alg);
    const bits = imported instanceof CryptoKey && Object(imported.algorithm).modulusLength;
    return typeof bits === 'number' && bits < 2048 ? 'short' : undefined;
  } catch {
    return 'broken';
  }
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value !== '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
