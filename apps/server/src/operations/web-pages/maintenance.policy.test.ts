import { describe, expect, it } from 'vitest';
import { pageDuringMaintenance } from './maintenance.policy.ts';

const shown = (address: string, hasSession: boolean) => {
  const { pathname, searchParams } = new URL(address, 'http://page');
  return pageDuringMaintenance({ path: pathname, query: searchParams, hasSession });
};

describe('during maintenance', () => {
  it.each([
    ['/', 'closed'],
    ['/home', 'closed'],
    ['/home?clientId=shop&redirectTo=x', 'closed'],
    ['/signin', 'closed'],
    ['/signup', 'closed'],
    ['/forget-password', 'closed'],
    ['/user/information', 'closed'],
    ['/admin', 'closed'],
    ['/unknown', 'closed'],
    ['/signin?administrator', 'open'],
    ['/signin/otp', 'open'],
    ['/signup?administrator', 'closed'],
    ['/error/maintain', 'open'],
    ['/terms', 'open'],
    ['/logout', 'open'],
  ])('a signed-out visitor finds %s %s', (address, verdict) => {
    expect(shown(address, false)).toBe(verdict);
  });

  it.each([
    ['/user/information', 'administrators'],
    ['/admin/accounts', 'administrators'],
    ['/apps', 'administrators'],
    ['/qr/qr_a', 'administrators'],
    ['/home?clientId=shop&redirectTo=x', 'open'],
    ['/intermediate', 'open'],
    ['/agree', 'open'],
    ['/start', 'open'],
  ])('the page %s has the state “%s” for a browser with a session', (address, verdict) => {
    expect(shown(address, true)).toBe(verdict);
  });

  it('K1 the page that a security notice links to stays open', () => {
    for (const hasSession of [false, true]) expect(shown('/not-me', hasSession)).toBe('open');
    expect(shown('/not-mended', false)).toBe('closed');
  });
});
