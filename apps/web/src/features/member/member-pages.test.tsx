import { termsVersion } from '@vid/contract/limits';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, vi } from 'vitest';
import { data } from '../../../test/fake-server.ts';
import { enterprise, network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { type ShownPage, testShownPages } from '../../../test/shown-pages.tsx';
import { stubAuthenticator } from '../../../test/fake-authenticator.ts';
import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Certificate } from './certificate/certificate-values.ts';
import { DeletionPage } from './deletion/deletion.page.tsx';
import type { Export } from './privacy/export-card.tsx';
import { PrivacyParts } from './privacy/privacy-parts.tsx';
import { PrivacyPage } from './privacy/privacy.page.tsx';
import type { PrivacyRequest } from './privacy/request-card.tsx';
import { InformationPage } from './profile/information.page.tsx';
import type { Passkey } from './security/passkeys/passkey-card.tsx';
import { SecurityParts } from './security/security-parts.tsx';

const at = '2026-11-24T02:00:00.000Z';
const later = '2026-12-04T02:00:00.000Z';
const information: Answer<'GET /vid/api/users/information'> = {
  email: { state: 'waiting', canConfirm: true },
  accountReturn: null,
  password: { changedAt: at },
  certificate: null,
  verification: null,
};
const certificate: Certificate = {
  number: 'HN-01234',
  province: '79',
  issuedOn: '2026-01-15',
  expiresOn: '2031-01-15',
  status: 'refused',
  reason: 'Ảnh mờ',
  employer: { name: null, taxCode: '0100109106', verified: false, referralCode: 'K7M2Q9XA' },
};
const request: PrivacyRequest = {
  id: 'req_1',
  kind: 'correction',
  details: 'Tên của tôi sai dấu.',
  status: 'open',
  answer: null,
  outcome: null,
  resolution: null,
  extensionReason: null,
  createdAt: at,
  replyDueAt: '2026-11-26T02:00:00.000Z',
  dueAt: later,
};
const ready: Export = { id: 'exp_1', status: 'ready', createdAt: at, expiresAt: later };
const passkey: Passkey = {
  id: 'psk_1',
  name: 'Điện thoại',
  provider: 'Google Password Manager',
  isSynced: true,
  createdAt: at,
  lastUsedAt: null,
  heldUntil: later,
};
const device = { browser: 'Chrome', system: 'Windows', isMobile: false };
const session: Answer<'GET /vid/api/sessions'>[number] = {
  id: 'ses_here',
  isCurrent: true,
  device,
  address: '127.0.0.1',
  createdAt: at,
  lastSeenAt: at,
};
const application = { operatorName: null, policyUrl: null, logo: null };
const broker = { ...person, province: '79' };

const answerInformation = (change: Partial<typeof information>) => () =>
  network().on('GET /vid/api/users/information', () => data({ ...information, ...change }));
const answerCertificate = (change: Partial<Certificate>) =>
  answerInformation({ certificate: { ...certificate, ...change } });
const answerIncident = () =>
  network().on('GET /vid/api/privacy/incidents', () => data([{ toldAt: at, text: 'Lộ email.' }]));
const answerExports =
  (...found: readonly Export[]) =>
  () =>
    network().on('GET /vid/api/privacy/exports', () => data([...found]));
const answerRequest = (change: Partial<PrivacyRequest>) => () =>
  network().on('GET /vid/api/privacy/requests', () => data([{ ...request, ...change }]));
const answerDeletion = (change: Partial<Answer<'GET /vid/api/privacy/deletion'>>) => () =>
  network().on('GET /vid/api/privacy/deletion', () =>
    data({ eraseAt: null, sessions: 2, applications: 1, graceDays: 30, obstacle: null, ...change }),
  );

/** Waits for the card that loads after the page. */
const certificateCard = () => screen.findByRole('heading', { name: 'Chứng chỉ hành nghề môi giới' });

const pages: Readonly<Record<string, ShownPage>> = {
  'the information of a broker': { path: paths.userInformation, who: broker, steps: certificateCard },
  'the incomplete information of an enterprise': { path: paths.userInformation, who: enterprise },
  'what the return of an account removed': {
    steps: async () => {
      await certificateCard();
      await screen.findByRole('heading', { name: 'Bạn đã lấy lại tài khoản' });
    },
    path: paths.userInformation,
    answers: answerInformation({
      accountReturn: {
        returnedAt: at,
        sessionsEnded: 1,
        removed: [
          { kind: 'passkey', name: 'Chrome trên Windows', addedAt: at },
          { kind: 'identity', name: 'zalo', addedAt: at },
        ],
      },
    }),
  },
  'a certificate that was refused': {
    steps: certificateCard,
    path: paths.userInformation,
    answers: answerCertificate({}),
  },
  'a certificate that has expired': {
    steps: certificateCard,
    path: paths.userInformation,
    answers: answerCertificate({
      status: 'expired',
      reason: null,
      employer: { name: 'Địa ốc Sông Hồng', taxCode: '0100109106', verified: true, referralCode: 'K7M2Q9XA' },
    }),
  },
  'a certificate without an end date and an employer': {
    steps: certificateCard,
    path: paths.userInformation,
    answers: answerCertificate({ status: 'declared', reason: null, expiresOn: null, employer: null }),
  },
  'the form of a confirmed certificate': {
    path: paths.userInformation,
    answers: answerCertificate({ status: 'confirmed', reason: null }),
    steps: (press) => press('Sửa Chứng chỉ hành nghề môi giới'),
  },
  'the question before a certificate is removed': {
    path: paths.userInformation,
    of: 'dialog',
    answers: answerCertificate({}),
    steps: (press) => press('Xóa chứng chỉ'),
  },
  'the rights over data': {
    path: paths.userPrivacy,
    answers: answerIncident,
  },
  'the rights over data, with a copy that failed': {
    path: paths.userPrivacy,
    answers: answerExports({ ...ready, status: 'failed' }),
  },
  'the consents': { path: areaPaths.userConsents },
  'the applications that see data': { path: areaPaths.userApplications },
  'the question before an application loses its consent': {
    path: areaPaths.userApplications,
    of: 'dialog',
    steps: (press) => press(/Shop/u),
  },
  'the question before an application of the association is left': {
    path: areaPaths.userApplications,
    of: 'dialog',
    steps: (press) => press(/Bank/u),
  },
  'a copy that is ready, and when the next can be requested': { path: areaPaths.userCopies },
  'a copy that is being built': {
    path: areaPaths.userCopies,
    answers: answerExports({ ...ready, status: 'pending' }),
  },
  'a copy that failed': {
    path: areaPaths.userCopies,
    answers: answerExports({ ...ready, status: 'failed' }),
  },
  'copies, the newest of which is old': {
    path: areaPaths.userCopies,
    answers: answerExports({ ...ready, createdAt: '2026-11-20T02:00:00.000Z' }),
  },
  'an open request': { path: areaPaths.userRequests },
  'a request that was answered and takes longer': {
    path: areaPaths.userRequests,
    answers: answerRequest({ answer: 'Chúng tôi đang xem.', extensionReason: 'Cần thêm giấy tờ.' }),
  },
  'a closed request': {
    path: areaPaths.userRequests,
    answers: answerRequest({ status: 'closed', outcome: 'declined', resolution: 'Không đủ giấy tờ.' }),
  },
  'the form of a request': { path: areaPaths.userRequests, steps: (press) => press('Gửi yêu cầu mới') },
  'the question before a request is withdrawn': {
    path: areaPaths.userRequests,
    of: 'dialog',
    steps: (press) => press(/^Rút yêu cầu/u),
  },
  'an incident': { path: areaPaths.userIncidents, answers: answerIncident },
  'what a deletion means': { path: paths.userDeletion },
  'why an account cannot be deleted': {
    path: paths.userDeletion,
    answers: answerDeletion({ obstacle: 'ownsApplications' }),
  },
  'the question before a deletion': {
    path: paths.userDeletion,
    of: 'dialog',
    steps: (press) => press('Xóa tài khoản'),
  },
  passkeys: { path: areaPaths.userPasskeys },
  'the question before a passkey is removed': {
    path: areaPaths.userPasskeys,
    of: 'dialog',
    steps: (press) => press('Xóa Laptop'),
  },
  'the form that renames a passkey': {
    path: areaPaths.userPasskeys,
    of: 'dialog',
    steps: (press) => press('Đổi tên Laptop'),
  },
  'no passkeys': {
    path: areaPaths.userPasskeys,
    answers: () => network().on('GET /vid/api/passkeys', () => data([])),
  },
  'two-step sign-in that is on': { path: areaPaths.userTwoStep },
  'two-step sign-in that an administrator cannot turn off': {
    path: areaPaths.userTwoStep,
    answers: () =>
      network().on('GET /vid/api/users/two-step', () =>
        data({ onSince: at, recoveryCodesLeft: 3, maySwitchOff: false }),
      ),
  },
  'two-step sign-in that is off': {
    path: areaPaths.userTwoStep,
    answers: () =>
      network().on('GET /vid/api/users/two-step', () =>
        data({ onSince: null, recoveryCodesLeft: 0, maySwitchOff: true }),
      ),
  },
  'the set-up of an authenticator app': {
    path: areaPaths.userTwoStep,
    answers: () =>
      network().on('POST /vid/api/users/two-step/setup', () =>
        data({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/VID', expiresIn: 900 }),
      ),
    steps: (press) => press('Đổi ứng dụng xác thực', 'Sao chép khóa'),
  },
  'new recovery codes': {
    path: areaPaths.userTwoStep,
    answers: () =>
      network().on('POST /vid/api/users/two-step/recovery-codes', () =>
        data({ recoveryCodes: ['7k2qd-93xm1', '7k2qd-93xm2'] }),
      ),
    steps: async (press) => {
      await press('Tạo mã khôi phục mới');
      // Press the card's button, and then the dialog's button with the same name.
      await press('Tạo mã khôi phục mới');
    },
  },
  'the recovery methods': { path: areaPaths.userRecovery },
  'the only device': {
    path: areaPaths.userDevices,
    answers: () => network().on('GET /vid/api/sessions', () => data([session])),
  },
  'the devices': { path: areaPaths.userDevices },
  'the question before another session ends': {
    path: areaPaths.userDevices,
    of: 'dialog',
    steps: (press) => press(/^Đăng xuất khỏi Zalo/u),
  },
  'the question before all other sessions end': {
    path: areaPaths.userDevices,
    of: 'dialog',
    steps: (press) => press('Đăng xuất khỏi các thiết bị khác'),
  },
  'linked accounts': { path: areaPaths.userLinkedAccounts },
  'the question before an account is unlinked': {
    path: areaPaths.userLinkedAccounts,
    of: 'dialog',
    steps: (press) => press('Hủy liên kết với Zalo'),
  },
  'the activity': { path: areaPaths.userActivity },
};

describe('the pages of a member', () => {
  useMemberScreens();
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T12:00:00.000Z') });
    await loadTexts('sso', 'social');
    stubAuthenticator();
    answerInformation({})();
    answerExports(ready)();
    answerRequest({})();
    answerDeletion({})();
    network().on('GET /vid/ajax/auth/me', () => data(person));
    network().on('GET /vid/api/privacy/incidents', () => data([]));
    network().on('GET /vid/api/privacy/consents', () =>
      data([
        {
          purpose: 'terms',
          isRequired: true,
          isGiven: true,
          events: [
            {
              action: 'given',
              version: termsVersion,
              language: 'vi',
              textHash: 'ab'.repeat(32),
              method: 'sign-up-form',
              at,
            },
          ],
        },
        {
          purpose: 'marketing',
          isRequired: false,
          isGiven: true,
          events: [
            {
              action: 'withdrawn',
              version: termsVersion,
              language: 'vi',
              textHash: null,
              method: 'sign-up-form',
              at,
            },
            {
              action: 'given',
              version: termsVersion,
              language: 'vi',
              textHash: null,
              method: 'sign-up-form',
              at: '2026-11-23T02:00:00.000Z',
            },
          ],
        },
      ]),
    );
    network().on('GET /vid/api/sso/consents', () =>
      data([
        {
          application: { ...application, code: 'shop', name: 'Shop', isFirstParty: false },
          scopes: ['openid', 'profile', 'email'],
          agreedAt: at,
          firstUsedAt: at,
          lastUsedAt: null,
        },
        {
          application: { ...application, code: 'bank', name: 'Bank', isFirstParty: true },
          scopes: ['openid', 'phone'],
          agreedAt: null,
          firstUsedAt: null,
          lastUsedAt: at,
        },
      ]),
    );
    network().on('GET /vid/api/passkeys', () =>
      data([
        passkey,
        {
          ...passkey,
          id: 'psk_2',
          name: 'Laptop',
          provider: null,
          isSynced: false,
          heldUntil: null,
          lastUsedAt: at,
        },
      ]),
    );
    network().on('GET /vid/api/users/two-step', () =>
      data({ onSince: at, recoveryCodesLeft: 2, maySwitchOff: true }),
    );
    network().on('GET /vid/api/sessions', () =>
      data([
        session,
        {
          ...session,
          id: 'ses_2',
          isCurrent: false,
          place: 'Hà Nội',
          device: { browser: 'Zalo', system: 'Android', isMobile: true },
        },
        { ...session, id: 'ses_3', isCurrent: false, device: { browser: '', system: '', isMobile: false } },
      ]),
    );
    network().on('GET /vid/api/users/identities', () =>
      data({ identities: [{ provider: 'zalo', name: 'Trần Thu Hà', linkedAt: at }], addable: ['google'] }),
    );
    network().on('GET /vid/api/users/history', () =>
      data({
        items: [
          { event: 'signed-in-code', device, at },
          { event: 'sign-in-failed', device: { browser: '', system: '' }, at },
        ],
        next: 'more',
      }),
    );
  });

  testShownPages(pages, ({ path, who = person }) =>
    renderPage(
      <Routes>
        <Route path={paths.userInformation} element={<InformationPage />} />
        <Route path={paths.userPrivacy} element={<PrivacyPage />} />
        <Route path={`${paths.userPrivacy}/*`} element={<PrivacyParts />} />
        <Route path={paths.userDeletion} element={<DeletionPage />} />
        <Route path={`${paths.userSecurity}/*`} element={<SecurityParts />} />
      </Routes>,
      who,
      path,
    ),
  );
});
