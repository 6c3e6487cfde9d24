// @vitest-environment node
import { expect, test } from 'vitest';
import { securityAdvice } from './security-advice.ts';

const safe = {
  twoStep: { onSince: '2026-01-01T00:00:00.000Z', recoveryCodesLeft: 3 },
  passkeys: 1,
  canAddPasskey: true,
  email: { state: 'confirmed', canConfirm: true },
} as const;
const off = { onSince: null, recoveryCodesLeft: 0 };

test.each([
  ['nothing', {}, []],
  ['two-step sign-in if it is off', { twoStep: off }, ['twoStep']],
  [
    'new recovery codes if fewer than three are left',
    { twoStep: { ...safe.twoStep, recoveryCodesLeft: 2 } },
    ['recoveryCodes'],
  ],
  ['a passkey if there is none', { passkeys: 0 }, ['passkey']],
  ['no passkey in a browser that cannot make one', { passkeys: 0, canAddPasskey: false }, []],
  ['an e-mail address if there is none', { email: { state: 'none', canConfirm: true } }, ['email']],
  ['the confirmation of a new address', { email: { state: 'waiting', canConfirm: true } }, ['confirmEmail']],
  ['no address if the server sends no mail', { email: { state: 'none', canConfirm: false } }, []],
  ['the most effective step first', { twoStep: off, passkeys: 0 }, ['twoStep', 'passkey']],
] as const)('securityAdvice recommends %s', (_what, change, advice) => {
  expect(securityAdvice({ ...safe, ...change })).toEqual(advice);
});
