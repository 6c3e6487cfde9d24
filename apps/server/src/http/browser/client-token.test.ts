import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeys } from '#lib/keys.ts';
import { checkClientToken, clientTokenKey } from './client-token.ts';

const keys = createKeys([{ id: 1, bytes: Buffer.alloc(32, 7) }]);
const preSession = { id: 'A'.repeat(43), hash: Buffer.alloc(32) };
const nowMs = Date.UTC(2026, 0);
const content = { id: 'u1', clientId: 'vid-web', timestamp: nowMs, userAgent: 'Firefox' };

function encrypt(text: string, id = preSession.id): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', clientTokenKey(keys, id), iv);
  return `m:${Buffer.concat([iv, cipher.update(text), cipher.final()]).toString('base64')}`;
}
const tokenOf = (change: Record<string, unknown> = {}) => encrypt(JSON.stringify({ ...content, ...change }));

function outcomeOf(header: string | undefined, change: Partial<Parameters<typeof checkClientToken>[0]> = {}) {
  const call = { header, keys, preSession, userAgent: 'Firefox', clientId: 'vid-web', nowMs, ...change };
  try {
    checkClientToken(call);
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}

describe('a client token', () => {
  it('is rejected with another pre-session, client or user agent', () => {
    expect(outcomeOf(tokenOf())).toBe('ok');
    expect(outcomeOf(tokenOf(), { clientId: undefined })).toBe('ok');
    expect(outcomeOf(tokenOf({ userAgent: '' }), { userAgent: undefined })).toBe('ok');
    for (const change of [{ clientId: 'other' }, { userAgent: 'Chrome' }, { userAgent: undefined }])
      expect(outcomeOf(tokenOf(), change)).toBe('UNKNOWN_VALIDATING_EXCEPTION');
    expect(outcomeOf(encrypt(JSON.stringify(content), 'B'.repeat(43)))).toBe('TOKEN_INVALID');
    expect(outcomeOf(tokenOf(), { preSession: undefined })).toBe('UNKNOWN_VALIDATING_EXCEPTION');
  });

  it.each([
    [0, 'ok'],
    [300_000, 'ok'],
    [-300_000, 'ok'],
    [300_001, 'UNKNOWN_VALIDATING_EXCEPTION'],
    [-300_001, 'UNKNOWN_VALIDATING_EXCEPTION'],
  ])('D7 that is %i ms old has the result %s', (age, outcome) => {
    expect(outcomeOf(tokenOf({ timestamp: nowMs - age }))).toBe(outcome);
  });

  it('has 2048 characters at most', () => {
    const longest = tokenOf({ id: 'x'.repeat(1_400) });
    const padded = (length: number) => longest.replace(/=*$/u, '').padEnd(length, '=');
    expect([outcomeOf(padded(2_048)), outcomeOf(padded(2_049))]).toEqual(['ok', 'TOKEN_INVALID']);
  });

  it.each([undefined, ''])('is rejected as missing if it is %j', (header) => {
    expect(outcomeOf(header)).toBe('TOKEN_MISSING');
  });

  it('is rejected with TOKEN_INVALID if it is malformed', () => {
    const { id: _id, ...withoutId } = content;
    for (const header of [
      'm:',
      'm:AAAA',
      'x',
      tokenOf().slice(2),
      `${tokenOf()}!`,
      tokenOf().slice(0, -8),
      encrypt('no JSON'),
      encrypt('null'),
      encrypt('"text"'),
      encrypt(JSON.stringify(withoutId)),
      tokenOf({ clientId: 1 }),
      tokenOf({ timestamp: '1' }),
      tokenOf({ userAgent: null }),
    ])
      expect([header, outcomeOf(header)]).toEqual([header, 'TOKEN_INVALID']);
  });
});
