import { expect, it } from 'vitest';
import { pick } from './pick.ts';

it('picks only the named keys of an object', () => {
  expect(pick({ id: 'acc_1', name: 'Minh Anh', secret: 'x' }, ['name', 'id'])).toEqual({
    id: 'acc_1',
    name: 'Minh Anh',
  });
});
