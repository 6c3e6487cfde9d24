import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { pageOf, pageQuery, type Page } from './page.ts';

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

  it.each([
    [{}, true],
    [{ after: 'WyJhY2NfMSJd', limit: 100 }, true],
    [{ limit: 0 }, false],
    [{ limit: 101 }, false],
    [{ after: 'a b' }, false],
    [{ after: '' }, false],
  ])('is requested by a query, and the query %j is valid: %s', (query, isValid) => {
    expect(Value.Check(Type.Object(pageQuery), query)).toBe(isValid);
  });
});
