import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { data } from '../../../test/fake-server.ts';
import { person } from '../../../test/member.tsx';
import { arrive, network, useVisitorScreens, visit } from '../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';
import { type FlowName, useSignup } from '#state/signup.ts';

useVisitorScreens();

const inFlow = (flow: FlowName, step: string) => () =>
  useSignup.setState({
    flow,
    step,
    phone: '+84912345678',
    otpRequestId: 'otp_1',
    codeExpiresAt: Date.now() + 300_000,
    verifiedUntil: Date.now() + 600_000,
    startedAt: Date.now(),
  });

const asMember = () => {
  network().on('GET /vid/api/users/information', () =>
    data({
      email: { state: 'none', canConfirm: true },
      accountReturn: null,
      password: null,
      certificate: null,
      verification: null,
    }),
  );
  sessionStarted(person);
};

test.each([
  ['/signin', 'phone', null],
  ['/signin/otp', 'phone', null],
  ['/signin/otp/confirm', 'otpValue', inFlow('signin', 'code')],
  ['/signup/otp', 'phone', null],
  ['/signup/otp/confirm', 'otpValue', inFlow('signup', 'code')],
  ['/signup/password', 'password', inFlow('signup', 'password')],
  ['/signup/oauth/confirm-otp', 'otpValue', inFlow('social', 'code')],
  ['/forget-password', 'phone', null],
  ['/forget-password/otp', 'otpValue', inFlow('forget-password', 'code')],
  ['/forget-password/input', 'newPassword', inFlow('forget-password', 'password')],
  ['/user/phone', 'phone', asMember],
])('the page %s focuses its first field, %s', async (path, name, prepare) => {
  prepare?.();
  visit(path);
  await arrive(path);
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(name));
});
