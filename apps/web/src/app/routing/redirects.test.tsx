import { beforeEach, expect, test, vi } from 'vitest';
import { application } from '../../../test/application.ts';
import { data } from '../../../test/fake-server.ts';
import { person } from '../../../test/member.tsx';
import { arrive, network, useVisitorScreens, visit } from '../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';
import { authEvents, type UserInfo } from '#state/auth.ts';

useVisitorScreens();
const push = vi.spyOn(history, 'pushState');
beforeEach(() => {
  push.mockClear();
  // The login target of the previous redirect must not affect the next.
  authEvents.loginTargetKept(null);
});

const admin: UserInfo = { ...person, role: 'admin', roles: ['user', 'admin'], exclusiveNavIds: [] };
const manager: UserInfo = { ...person, managableApplications: [application] };
const demanded: UserInfo = { ...person, demands: ['change-password'] };

// If a redirect stayed in the history, Back would open the redirected path and be sent forward again.
test.each([
  ['/', '/signin', null],
  ['/home', '/signin', null],
  ['/signup', '/signup/otp', null],
  ['/user/security', '/signin', null],
  ['/no/such/page', '/error/404', null],
  ['/signin/two-step', '/signin', null],
  ['/signin/locked', '/signin', null],
  ['/signup/password', '/signup/otp', null],
  ['/keep-account', '/signin', null],
  ['/logout', '/signin', null],
  ['/intermediate', '/signin', null],
  ['/qr/qr_00000000000000000000000001', '/signin', null],
  ['/qr/short', '/error/404', null],
  ['/', '/user/information', person],
  ['/signin', '/user/information', person],
  ['/keep-account', '/user/information', person],
  ['/intermediate', '/user/information', person],
  ['/user/security/unknown', '/error/404', person],
  ['/user/privacy/unknown', '/error/404', person],
  ['/user/security', '/reset-password', demanded],
  ['/apps', `/apps/${application.id}`, manager],
  [`/apps/${application.id}/unknown`, '/error/404', manager],
  ['/home', '/admin', admin],
  ['/admin', '/start', { ...admin, mustSetUpTwoStep: true }],
  ['/admin/unknown', '/error/404', admin],
  ['/admin/params/messages/unknown', '/error/404', admin],
  ['/admin/params/legal/unknown', '/error/404', admin],
] as const)('the redirect from %s to %s adds no history entry', async (from, to, who) => {
  network().on('GET /vid/api/apps', () => data([application]));
  if (who !== null) sessionStarted(who);
  visit(from);
  await arrive(to);
  expect(push).not.toHaveBeenCalled();
});
