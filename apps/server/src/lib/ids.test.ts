import { expect, it } from 'vitest';
import { newSecret } from './ids.ts';

it('a secret has 256 random bits, in characters that a cookie and a URL may contain', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret);
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/u);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  }
});
