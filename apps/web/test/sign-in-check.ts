import type { SignInCheck } from '#features/admin/accounts/accounts.tsx';

export const openCheck: SignInCheck = {
  checkedAt: '2026-03-10T03:00:07.000Z',
  verdict: { answer: 'yes', reason: 'open', until: null },
  codes: [],
  tries: { passwords: 0, lastPasswordAt: null, codes: 0, appCodes: 0 },
  limits: [],
  holds: [],
  devices: { known: 2, blocked: 0 },
  recovery: null,
};
