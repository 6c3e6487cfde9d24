import { expect, it } from 'vitest';
import { newId, newLinkSecret, newSecret } from './ids.ts';

it('a secret has 256 random bits in URL-safe characters', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret);
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/u);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  }
});

it('the secret of a link in an SMS has 128 random bits', () => {
  const secrets = Array.from({ length: 1_000 }, newLinkSecret);
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(16);
});

it('an id has 128 random bits and does not contain the time', () => {
  const suffixes = Array.from({ length: 1_000 }, () => newId('acc').slice('acc_'.length));
  for (const suffix of suffixes) expect(suffix).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/u);
  for (let at = 0; at < 26; at += 1)
    expect(new Set(suffixes.map((suffix) => suffix[at])).size).toBe(at === 0 ? 8 : 32);
});
