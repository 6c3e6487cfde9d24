import { expect, it } from 'vitest';
import { requireAdmin } from '../call-session.ts';

const refusal = (code: string): unknown => expect.objectContaining({ code });

it('requireAdmin refuses members, and administrators without a second factor', () => {
  expect(() => requireAdmin({ isAdmin: false, mustSetUpTwoStep: false })).toThrow(refusal('FORBIDDEN'));
  expect(() => requireAdmin({ isAdmin: true, mustSetUpTwoStep: true })).toThrow(
    refusal('TWO_STEP_SETUP_REQUIRED'),
  );
  expect(requireAdmin({ isAdmin: true, mustSetUpTwoStep: false })).toBeUndefined();
});
