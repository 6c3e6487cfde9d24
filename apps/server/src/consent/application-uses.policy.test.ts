import { describe, expect, it } from 'vitest';
import { usesToRecord, type Use } from './application-uses.policy.ts';

const use = (accountId: string, applicationId: string, ...scopes: string[]): Use => ({
  accountId,
  applicationId,
  scopes,
});

describe('usesToRecord', () => {
  it('returns a use that has not been recorded recently', () => {
    expect(usesToRecord([use('a', 'x', 'openid')], [])).toEqual([use('a', 'x', 'openid')]);
  });

  it('returns no use whose scopes were all recorded recently', () => {
    const recent = [use('a', 'x', 'openid', 'phone')];
    expect(usesToRecord([use('a', 'x', 'phone')], recent)).toEqual([]);
    expect(usesToRecord([use('a', 'x', 'email', 'phone')], recent)).toEqual([
      use('a', 'x', 'email', 'phone'),
    ]);
  });

  it('distinguishes accounts and applications', () => {
    const recent = [use('a', 'x', 'openid')];
    const others = [use('a', 'y', 'openid'), use('b', 'x', 'openid')];
    expect(usesToRecord(others, recent)).toEqual(others);
  });

  it('returns no use for a token without scopes', () => {
    expect(usesToRecord([use('a', 'x')], [])).toEqual([]);
  });

  it('returns one use with sorted scopes for each account and application', () => {
    const issued = [use('b', 'x', 'openid'), use('a', 'x', 'phone'), use('a', 'x', 'openid', 'phone')];
    expect(usesToRecord(issued, [])).toEqual([use('a', 'x', 'openid', 'phone'), use('b', 'x', 'openid')]);
  });
});
