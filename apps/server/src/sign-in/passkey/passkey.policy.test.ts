import { describe, expect, it } from 'vitest';
import { createKeys } from '#lib/keys.ts';
import { createChallenges } from './challenges.ts';
import {
  algorithms,
  challengeTtlMs,
  defaultName,
  holdSeconds,
  relyingParty,
  namesOf,
} from './passkey.policy.ts';

const unknown = '00000000-0000-0000-0000-000000000000';
const chromeOnWindows = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

describe('the challenge of a passkey', () => {
  const keys = createKeys([{ id: 1, bytes: Buffer.alloc(32, 7) }]);
  let nowMs = Date.UTC(2026, 0);
  const challenges = createChallenges({ keys, nowMs: () => nowMs });
  const visitor = challenges.holder.visitor({ id: '', hash: Buffer.alloc(32) });
  const codeOf = (data: object, by = visitor) => {
    try {
      return typeof challenges.read(Buffer.from(JSON.stringify(data)).toString('base64url'), by).challenge;
    } catch (error) {
      return error instanceof Error ? error.message : 'unknown';
    }
  };

  it('is accepted in its own spelling and for its own holder only', () => {
    const challenge = challenges.issue(visitor);
    expect(codeOf({ challenge })).toBe('string');
    // Another spelling has another hash, so it would be a second use.
    for (const other of [`${challenge}=`, `${challenge}\n`, challenge.slice(0, -1), 1])
      expect(codeOf({ challenge: other })).toBe('PASSKEY_INVALID');
    expect(codeOf({ challenge, crossOrigin: true })).toBe('PASSKEY_INVALID');
    expect(codeOf({ challenge }, challenges.holder.session({ id: 'ses_a' }, 'confirm'))).toBe(
      'PASSKEY_INVALID',
    );
    expect(codeOf({ challenge }, { ...visitor, purpose: 'register' })).toBe('PASSKEY_INVALID');
    nowMs += challengeTtlMs;
    expect(codeOf({ challenge })).toBe('PASSKEY_INVALID');
  });
});

describe('a passkey', () => {
  it('has a hold of 72 hours and challenges of five minutes', () => {
    expect([holdSeconds, challengeTtlMs]).toEqual([259_200, 300_000]);
  });

  it('uses EdDSA, ES256 or RS256', () => {
    expect(algorithms).toEqual([-8, -7, -257]);
  });

  it('belongs to the host and the origin of the public URL', () => {
    expect(relyingParty(new URL('https://vid.example.vn:8443/vid'))).toEqual({
      id: 'vid.example.vn',
      origin: 'https://vid.example.vn:8443',
    });
  });

  it.each([
    [
      'its password manager',
      'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
      chromeOnWindows,
      'vi',
      'iCloud Keychain',
    ],
    ['browser and system in Vietnamese', unknown, chromeOnWindows, 'vi', 'Chrome trên Windows'],
    ['browser and system in English', unknown, chromeOnWindows, 'en', 'Chrome on Windows'],
    ['the browser of an unknown system', unknown, 'Firefox/140.0', 'en', 'Firefox'],
    ['the system of an unknown browser', unknown, 'Mozilla/5.0 (Windows NT 10.0)', 'en', 'Windows'],
    ['the word Passkey if nothing is known', unknown, '', 'vi', 'Passkey'],
  ] as const)('is named after %s', (_name, aaguid, userAgent, locale, expected) => {
    expect(defaultName({ aaguid, userAgent, locale })).toBe(expected);
  });

  it('is labelled with the phone number, or else with the name', () => {
    const name = 'An';
    expect(namesOf({ phone: '+84912345678', name })).toEqual({ name: '0912345678', displayName: 'An' });
    expect(namesOf({ phone: '+14155550123', name: null })).toEqual({
      name: '+14155550123',
      displayName: '+14155550123',
    });
    expect(namesOf({ phone: null, name })).toEqual({ name: 'An', displayName: 'An' });
    expect(namesOf({ phone: null, name: null })).toEqual({ name: '', displayName: '' });
  });
});
