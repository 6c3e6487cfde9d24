import { describe, expect, it } from 'vitest';
import { isClientId } from '#oidc/store/clients.ts';
import { checkClientId } from './client-id.policy.ts';

describe('client ids', () => {
  it.each(['a', 'shop-web', 'vn.example.shop', 'Shop_2', '7', 'vid-web-2', 'x'.repeat(128)])(
    'may be %s, also in a request',
    (id) => {
      expect(checkClientId(id)).toBeUndefined();
      expect(isClientId(id)).toBe(true);
    },
  );

  it.each([
    ['', 'form'],
    ['a b', 'form'],
    ['tên-khách', 'form'],
    ['x'.repeat(129), 'form'],
    ['shop\n', 'form'],
    ['shop:web', 'form'],
    ['-shop', 'form'],
    ['__proto__', 'form'],
    ['vid-web', 'reserved'],
    ['VID-Web', 'reserved'],
    ['constructor', 'reserved'],
    ['hasOwnProperty', 'reserved'],
  ])('such as %j are refused with the problem %s', (id, problem) => {
    expect(checkClientId(id)).toBe(problem);
  });
});
