import { describe, expect, it } from 'vitest';
import { signInsOf } from './sign-ins.policy.ts';

const code = (clientId: string | null, consumedAt: string | null) => ({
  clientId,
  consumedAt: consumedAt === null ? null : new Date(consumedAt),
});

describe('the sign-ins from deleted codes', () => {
  it('count exchanged codes by client and day', () => {
    const codes = [
      code('shop', '2026-11-28T01:00:00Z'),
      code('bank', '2026-11-28T01:00:00Z'),
      code('shop', '2026-11-28T09:00:00Z'),
    ];
    expect(signInsOf(codes)).toEqual([
      { clientId: 'shop', day: '2026-11-28', count: 2 },
      { clientId: 'bank', day: '2026-11-28', count: 1 },
    ]);
  });

  it('begin each day at midnight in Vietnam', () => {
    const days = signInsOf([code('shop', '2026-11-27T16:59:59Z'), code('shop', '2026-11-27T17:00:00Z')]);
    expect(days.map(({ day }) => day)).toEqual(['2026-11-27', '2026-11-28']);
  });

  it('do not count codes that were never exchanged or have no client', () => {
    expect(signInsOf([code('shop', null), code(null, '2026-11-28T01:00:00Z')])).toEqual([]);
  });
});
