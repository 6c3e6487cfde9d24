import { afterEach, describe, expect, it, vi } from 'vitest';
import { isMadeHere, rememberMadeHere } from './this-browser.ts';

const key = 'vidPasskeysHere';
const refuse = () => {
  throw new Error('no storage');
};

describe('the passkeys that this browser made', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.removeItem(key);
  });

  it('are remembered, but only the last twenty', () => {
    for (let made = 1; made <= 21; made += 1) rememberMadeHere(`psk_${made}`);
    expect([isMadeHere('psk_1'), isMadeHere('psk_2'), isMadeHere('psk_21')]).toEqual([false, true, true]);
  });

  it.each(['{', '{"psk_1":1}', 'null', '[1]'])('are unknown if the stored list is %s', (stored) => {
    localStorage.setItem(key, stored);
    expect(isMadeHere('psk_1')).toBe(false);
    rememberMadeHere('psk_1');
    expect(isMadeHere('psk_1')).toBe(true);
  });

  it('are unknown in a browser without storage', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    rememberMadeHere('psk_1');
    expect(isMadeHere('psk_1')).toBe(false);
  });
});
