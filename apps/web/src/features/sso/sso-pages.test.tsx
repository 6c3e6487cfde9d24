import { afterEach, beforeEach, describe, vi } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { person } from '../../../test/member.tsx';
import { inMain, type ShownPage, testShownPages } from '../../../test/shown-pages.tsx';
import { thirdParty } from '../../../test/sign-on.ts';
import { network, useVisitorScreens, visit } from '../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';
import type { InteractionInfo } from './intermediate/interaction-steps.ts';

const interaction: InteractionInfo = {
  prompt: 'consent',
  application: {
    ...thirdParty,
    operatorName: 'Công ty Sàn',
    policyUrl: 'https://san.example.vn/privacy',
  },
  domain: 'san.example.vn',
  requiresName: false,
  requiresEmail: false,
  restart: null,
  account: { id: person.id, name: person.name, avatar: null, phone: '09•• ••• 678', isEmailConfirmed: false },
  needsFreshSignIn: false,
  scopes: ['openid', 'profile', 'phone'],
  loginHint: null,
  locale: null,
  signInWay: null,
};
const device = {
  application: interaction.application,
  requiresName: false,
  requiresEmail: false,
  account: { id: person.id, name: person.name, avatar: null, phone: '09•• ••• 678', isEmailConfirmed: false },
  scopes: ['openid', 'email'],
};

const answerInteraction = (change: Partial<InteractionInfo>) => () =>
  network().on('GET /vid/api/sso/interactions/:uid', () => data({ ...interaction, ...change }));
const answerAccount = (
  change: Partial<NonNullable<InteractionInfo['account']>>,
  more: Partial<InteractionInfo>,
) =>
  answerInteraction({
    ...more,
    account: {
      id: person.id,
      name: person.name,
      avatar: null,
      phone: '09•• ••• 678',
      isEmailConfirmed: false,
      ...change,
    },
  });
const answerEmail = (canConfirm: boolean) => () => {
  answerAccount({}, { requiresEmail: true })();
  network().on('GET /vid/api/users/information', () =>
    data({
      email: { state: 'none', canConfirm },
      accountReturn: null,
      password: null,
      certificate: null,
      verification: null,
    }),
  );
};
const answerDecision = (approved: boolean) => () =>
  network().on('POST /vid/api/sso/device/decide', () => data({ approved }));

const asks = '/intermediate?uid=interaction_1';
const entersCode = '/device?user_code=BCDF-GHJK';

const pages: Readonly<Record<string, ShownPage>> = {
  'the consent that an application asks for': { path: asks },
  'the consent that an application of the association asks for': {
    path: asks,
    answers: answerInteraction({
      application: { ...interaction.application, isFirstParty: true, operatorName: null, policyUrl: null },
    }),
  },
  'the choice to continue, without a consent': {
    path: asks,
    answers: answerInteraction({ prompt: 'select_account' }),
  },
  'the form for a name that an application needs': {
    path: asks,
    answers: answerAccount({ name: null }, { requiresName: true }),
  },
  'the form for an e-mail address that an application needs': { path: asks, answers: answerEmail(true) },
  'that a server without mail cannot confirm an e-mail address': { path: asks, answers: answerEmail(false) },
  'that a link was sent to an e-mail address': {
    path: asks,
    answers: () => {
      answerEmail(true)();
      network().on('POST /vid/api/users/email/send', () => data(true));
    },
    steps: (press) => press(/^Gửi/u),
  },
  'that an account may not use an application': {
    path: asks,
    answers: () =>
      network().on('POST /vid/api/sso/interactions/:uid/continue', () =>
        refusal(403, { error: 'x', message: 'SSO_FORBIDDEN' }),
      ),
    steps: (press) => press('Đồng ý'),
  },
  'that a request has expired': {
    path: asks,
    answers: () =>
      network().on('GET /vid/api/sso/interactions/:uid', () =>
        refusal(400, { error: 'x', message: 'SSO_REQUEST_EXPIRED' }),
      ),
  },
  'the form for the code of a device': { path: entersCode },
  'the question whether a device may sign in': { path: entersCode, steps: (press) => press('Tiếp tục') },
  'the form for the code again, after the choice of another code': {
    path: entersCode,
    steps: (press) => press('Tiếp tục', 'Nhập mã khác'),
  },
  'that a device may sign in': {
    path: entersCode,
    answers: answerDecision(true),
    steps: (press) => press('Tiếp tục', 'Cho phép'),
  },
  'that a device was refused': {
    path: entersCode,
    answers: answerDecision(false),
    steps: (press) => press('Tiếp tục', 'Từ chối'),
  },
};

describe('the pages of single sign-on', () => {
  useVisitorScreens();
  beforeEach(() => {
    vi.spyOn(location, 'replace').mockImplementation(() => {});
    answerInteraction({})();
    network().on('POST /vid/api/sso/device/lookup', () => data(device));
    network().on('GET /vid/ajax/auth/me', () => data(person));
  });
  afterEach(() => vi.restoreAllMocks());

  testShownPages(inMain(pages), ({ path = '' }) => {
    sessionStarted(person);
    return visit(path).user;
  });
});
