import { beforeEach, describe, vi } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { inMain, type ShownPage, testShownPages } from '../../../test/shown-pages.tsx';
import { network, useVisitorScreens, visit } from '../../../test/visitor.tsx';
import type { Answer } from '#shared/api/request-types.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { signupEvents } from '#state/signup.ts';

const code = 'A'.repeat(22);
const event: Answer<'POST /vid/ajax/auth/not-me/event'> = {
  text: 'Một passkey vừa được thêm vào tài khoản của bạn.',
  at: '2026-03-07T02:00:00.000Z',
  device: { browser: 'Chrome', system: 'Android', isMobile: true },
  address: '203.0.113.7',
  place: 'Hà Nội, Việt Nam',
  effect: 'lock',
};

const answerEvent = (change: Partial<typeof event>) => () =>
  network().on('POST /vid/ajax/auth/not-me/event', () => data({ ...event, ...change }));
const answerNotMe = (done: Answer<'POST /vid/ajax/auth/not-me'>) => () =>
  network().on('POST /vid/ajax/auth/not-me', () => data(done));
const answerRecovery = (byMail: boolean, canComplete: boolean) => () =>
  network().on('GET /vid/ajax/auth/recovery', () => data({ byMail, canComplete }));

/** Makes the server respond as after a social sign-in with a verified phone. */
const answerSocial = (hasAccount: boolean, email: string | null) => () => {
  network().on('POST /vid/ajax/auth/login/social/pending', () =>
    data({ provider: 'google', suggestion: { name: 'Lê Gia Huy', picture: null, email }, hasAccount }),
  );
  signupEvents.flowStarted('social');
  signupEvents.detailsGiven({ phone: '+84912345678', acceptedTerms: '1' });
  signupEvents.stepReached('password');
  signupEvents.phoneVerified(600, Date.now());
};

const pages: Readonly<Record<string, ShownPage>> = {
  'the event of a security notice': { path: `/not-me#${code}` },
  'the event of a recovery': { path: `/not-me#${code}`, answers: answerEvent({ effect: 'stop', place: '' }) },
  'the change of a phone number': {
    path: `/not-me#${code}`,
    answers: answerEvent({ effect: 'restore-phone' }),
  },
  'the change of an e-mail address': {
    path: `/not-me#${code}`,
    answers: answerEvent({ effect: 'restore-email' }),
  },
  'thanks for a confirmed event': { path: `/not-me#${code}`, steps: (press) => press('Đúng là tôi') },
  'that the account is locked': {
    path: `/not-me#${code}`,
    answers: answerNotMe({ outcome: 'locked' }),
    steps: (press) => press(/^Không phải tôi/u),
  },
  'that a recovery was stopped': {
    path: `/not-me#${code}`,
    answers: answerNotMe({ outcome: 'stopped' }),
    steps: (press) => press(/^Không phải tôi/u),
  },
  'that a phone number was restored': {
    path: `/not-me#${code}`,
    answers: answerNotMe({ outcome: 'phone-restored', restored: '+84912345678' }),
    steps: (press) => press(/^Không phải tôi/u),
  },
  'that a phone number was removed from an account that had none before': {
    path: `/not-me#${code}`,
    answers: answerNotMe({ outcome: 'phone-restored' }),
    steps: (press) => press(/^Không phải tôi/u),
  },
  'that an e-mail address was restored': {
    path: `/not-me#${code}`,
    answers: answerNotMe({ outcome: 'email-restored', restored: 'anh@example.vn' }),
    steps: (press) => press(/^Không phải tôi/u),
  },
  'that a link of a notice is invalid': { path: '/not-me' },
  'the recovery methods': { path: '/recovery' },
  'the recovery methods without mail': { path: '/recovery', answers: answerRecovery(false, false) },
  'the recovery step for a new phone number': { path: '/recovery', answers: answerRecovery(true, true) },
  'the form of a forgotten password': { path: '/forget-password' },
  'the form of a new account': {
    path: '/signup/oauth/confirm-password',
    answers: answerSocial(false, 'huy@example.vn'),
  },
  'the form of a new enterprise account without an e-mail address': {
    path: '/signup/oauth/confirm-password',
    answers: answerSocial(false, null),
    steps: (press) => press(/Doanh nghiệp/u),
  },
  'the form that links an account': {
    path: '/signup/oauth/confirm-password',
    answers: answerSocial(true, null),
  },
  'the form for the phone number of a new account': {
    path: '/signup/oauth/confirm-phone',
    answers: () => {
      answerSocial(false, null)();
      signupEvents.stepReached('phone');
    },
  },
  'that a sign-up with a social account has expired': {
    path: '/signup/oauth/confirm-phone',
    answers: () => {
      answerSocial(false, null)();
      signupEvents.stepReached('phone');
      network().on('POST /vid/ajax/auth/login/social/pending', () =>
        refusal(400, { error: 'x', message: 'SOCIAL_SIGN_UP_EXPIRED' }),
      );
    },
  },
  'the sign-in': { path: '/signin' },
  'the sign-in by code': { path: '/signin/otp' },
  'the sign-up': { path: '/signup/otp' },
};

describe('the pages of a sign-in', () => {
  useVisitorScreens();
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T12:00:00.000Z') });
    await loadTexts('social');
    answerEvent({})();
    answerRecovery(true, false)();
  });

  testShownPages(inMain(pages), ({ path = '' }) => visit(path).user);
});
