import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { countedPageOf, pageOf, pageQuery, type Page } from './page.ts';

describe('a paged list', () => {
  const item = Type.Object({ id: Type.String() });
  const page = pageOf(item);

  it('has items and the cursor of the next page', () => {
    expectTypeOf<Static<typeof page>>().toExtend<Page<{ id: string }>>();
    expect(Value.Check(page, { items: [{ id: 'acc_1' }], next: 'WyJhY2NfMSJd' })).toBe(true);
    expect(Value.Check(page, { items: [], next: null })).toBe(true);
    expect(Value.Check(page, { items: [{}], next: null })).toBe(false);
    expect(Value.Check(page, { items: [] })).toBe(false);
  });

  it('has a count that may be null but not absent', () => {
    const counted = countedPageOf(item);
    const rest = { items: [], next: null };
    expect(Value.Check(counted, { ...rest, count: 1 })).toBe(true);
    expect(Value.Check(counted, { ...rest, count: null })).toBe(true);
    expect(Value.Check(counted, rest)).toBe(false);
    expect(Value.Check(counted, { count: 1, next: null })).toBe(false);
  });

  it.each([
    [{}, 'accepts'],
    [{ after: 'WyJhY2NfMSJd', limit: 100 }, 'accepts'],
    [{ limit: 0 }, 'refuses'],
    [{ limit: 101 }, 'refuses'],
    [{ after: 'a b' }, 'refuses'],
    [{ after: '' }, 'refuses'],
    [{ after: 'a'.repeat(1_024) }, 'accepts'],
    [{ after: 'a'.repeat(1_025) }, 'refuses'],
  ])('$1 the query $0', (query, verdict) => {
    expect(Value.Check(Type.Object(pageQuery), query)).toBe(verdict === 'accepts');
  });

  it('has 20 items by default', () => {
    expect(Value.Default(Type.Object(pageQuery), {})).toEqual({ limit: 20 });
  });
});
