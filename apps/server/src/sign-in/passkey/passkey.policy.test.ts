import { describe, expect, it } from 'vitest';
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
