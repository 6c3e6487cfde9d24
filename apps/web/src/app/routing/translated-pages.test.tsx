import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { person } from '../../../test/member.tsx';
import { data, isAnswering } from '../../../test/fake-server.ts';
import { keepTranslated } from '../../../test/page-translator.ts';
import { address as shownAddress, network, openAgain, useVisitorScreens } from '../../../test/visitor.tsx';
import { areaPaths } from '#navigation/area-paths.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { sessionStarted } from '#session/session.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { type FlowName, useSignup } from '#state/signup.ts';
import { preloadRoute, routeOf } from './routes.tsx';

useVisitorScreens();

/** Replaces `EventSource`, which happy-dom lacks, and sends no events. */
class SilentEventSource extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = SilentEventSource.OPEN;
  close() {}
}

let stopTranslating = () => {};
beforeEach(() => {
  vi.stubGlobal('EventSource', SilentEventSource);
  const { fetch } = network();
  const refused = { error: 'x', message: 'RATE_LIMITED', requestId: 'r' };
  const reads = new Set(['/vid/ajax/auth/not-me/event']);
  network().on('POST /vid/ajax/auth/not-me/event', () =>
    data({
      text: 'x',
      at: '2026-03-07T02:00:00.000Z',
      device: { browser: 'Chrome', system: 'Android', isMobile: true },
      address: '',
      effect: 'lock',
    }),
  );
  network().on('GET /vid/api/sso/logout', () =>
    data({ application: null, xsrf: 'x', needsConfirmation: true }),
  );
  // The fake server never responds to a change, so that the pressed button stays busy.
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
    (init?.method ?? 'GET') === 'GET' || reads.has(new URL(input).pathname)
      ? fetch(input, init).catch(() => Response.json(refused, { status: 429 }))
      : new Promise(() => {}),
  );
});
afterEach(() => stopTranslating());

const values: Readonly<Record<string, string>> = {
  tel: '0912345678',
  password: 'Abcdef1!',
  email: 'a@b.vn',
  date: '2026-01-01',
};

function fillForm(main: HTMLElement): void {
  for (const field of main.querySelectorAll('input')) {
    if (field.type === 'checkbox') fireEvent.click(field);
    else if (field.type !== 'radio' && field.type !== 'file' && !field.readOnly)
      fireEvent.input(field, { target: { value: values[field.type] ?? '123456' } });
  }
}

const mainOf = () => document.querySelector('main') ?? document.body;

const code = 'A'.repeat(22);
const qrId = `qr_${'a'.repeat(26)}`;

const addresses: Readonly<Partial<Record<string, string>>> = {
  [paths.qr]: `/qr/${qrId}`,
  [paths.reception]: `${paths.reception}?code=c&state=google.signin.s`,
  [paths.notMe]: `${paths.notMe}#${code}`,
  [paths.confirmEmail]: `${paths.confirmEmail}#${code}`,
  [areaPaths.adminMessages]: areaPaths.adminMessages.replace(':text?', 'code.any'),
  [areaPaths.adminLegal]: areaPaths.adminLegal.replace(':document', 'terms'),
};

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

const admin = { ...person, role: 'admin' as const, roles: ['user' as const, 'admin' as const] };

const preparations: Readonly<Partial<Record<string, () => void>>> = {
  [paths.adminStart]: () => sessionStarted({ ...admin, mustSetUpTwoStep: true }),
  [paths.signInOtpConfirm]: inFlow('signin', 'code'),
  [paths.forgetPasswordOtp]: inFlow('forget-password', 'code'),
  [paths.forgetPasswordResend]: inFlow('forget-password', 'newCode'),
  [paths.forgetPasswordInput]: inFlow('forget-password', 'password'),
  [paths.signUpConfirm]: inFlow('signup', 'code'),
  [paths.signUpResend]: inFlow('signup', 'newCode'),
  [paths.signUpPassword]: inFlow('signup', 'password'),
  [paths.signUpSuccess]: inFlow('signup', 'done'),
  [paths.signUpOauthConfirmCaptcha]: inFlow('social', 'captcha'),
  [paths.signUpOauthConfirmOtp]: inFlow('social', 'code'),
  [paths.signUpOauthResend]: inFlow('social', 'newCode'),
  [paths.signUpOauthConfirmPassword]: inFlow('social', 'password'),
};

const demands: Readonly<Partial<Record<string, (typeof person)['demands'][number]>>> = {
  [paths.resetPassword]: 'change-password',
  [paths.agree]: 'agree',
  [paths.keepAccount]: 'decide-deletion',
};

const states: Readonly<Partial<Record<string, object>>> = {
  [paths.signInTwoStep]: { mayRememberDevice: true },
  [paths.signInLocked]: { lockedAt: '2026-03-07T02:00:00.000Z', opensBy: 'reset' },
};

/** Pages that redirect signed-out visitors to sign-in, although their routes are open to everyone. */
const forMembers: ReadonlySet<string> = new Set([paths.keepAccount, paths.logout, paths.qr]);

/** Paths that redirect to other pages. `/home` and `/intermediate` require an application's request. */
const redirects: ReadonlySet<string> = new Set([paths.root, paths.home, paths.signUp, paths.intermediate]);

// Skip the patterns that end with `*` or `:part`, because `areaPaths` lists their pages.
const pages = [...Object.values(paths), ...Object.values(areaPaths)].filter(
  (path) => !/\/(?:\*|:part)$/u.test(path),
);

test.each(pages)('the machine-translated page %s survives a click and a language change', async (path) => {
  const address = addresses[path] ?? path.replaceAll(/:\w+/gu, 'x');
  const { pathname } = new URL(address, location.origin);
  const demand = demands[path];
  if (routeOf(pathname)?.group === 'authorized' || forMembers.has(path))
    sessionStarted(demand ? { ...person, demands: [demand] } : admin);
  preparations[path]?.();
  const usr = states[path];
  history.replaceState(usr === undefined ? null : { usr }, '', `${basePath}${address}`);
  // Load the page first, because React waits 300 ms before it replaces a placeholder.
  await preloadRoute(pathname);
  openAgain();
  stopTranslating = keepTranslated();
  await waitFor(() => expect(mainOf().querySelector('font')).not.toBeNull());
  // Fail if the page redirects elsewhere; otherwise a page that is never shown would pass.
  await waitFor(() =>
    expect(new URL(shownAddress(), location.origin).pathname === pathname).toBe(!redirects.has(path)),
  );
  const main = mainOf();
  // Wait until the page has loaded its data, then use its form.
  await waitFor(() => expect(isAnswering()).toBe(false));
  fillForm(main);
  const button = main.querySelector('[type=submit]') ?? main.querySelector('button');
  if (button) fireEvent.click(button);
  // A busy button shows a spinner before its text.
  await waitFor(() => expect(main.querySelector('[type=submit][aria-busy=true]:not(:has(svg))')).toBeNull());
  await act(() => setLocale('en'));
  // The error boundary renders this element after a failure.
  expect(document.querySelector('main[role=alert]')).toBeNull();
});
