import { accountFields, enterpriseFields, mapFields } from '@vid/contract/profile-fields';
import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useLayoutEffect } from 'react';
import { MemoryRouter, useLocation, useNavigationType } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { useReauthenticationRequests } from '../src/session/reauthenticate.ts';
import { ReauthenticationDialog } from '../src/features/shell/reauthentication/reauthentication-dialog.tsx';
import { sessionEnded, sessionStarted } from '../src/session/session.ts';
import { AccountQueries } from '../src/features/shell/account-queries.tsx';
import { activateLocale, loadTexts } from '../src/shared/i18n/i18n.ts';
import type { UserInfo } from '../src/state/auth.ts';
import { categoryEvents } from '../src/state/category.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';

export const person: UserInfo = {
  ...mapFields(accountFields, () => null),
  id: 'acc_person',
  sessionToken: 'ses_here',
  phone: '+84912345678',
  isEnterprise: false,
  status: 'active',
  role: 'user',
  roles: ['user'],
  name: 'Nguyễn Thị Ánh',
  email: 'anh@example.vn',
  isEmailConfirmed: false,
  avatar: null,
  object: 'broker',
  province: '01',
  referralCode: 'VN7K2M9PH8',
  enterprise: null,
  isComplete: true,
  demands: [],
  mustSetUpTwoStep: false,
  hold: null,
  exclusiveNavIds: ['administration'],
  managableApplications: [],
};

export const enterprise: UserInfo = {
  ...person,
  id: 'acc_enterprise',
  isEnterprise: true,
  name: null,
  object: null,
  email: null,
  enterprise: { ...mapFields(enterpriseFields, () => null), verified: false },
  province: null,
  isComplete: false,
};

let server = createFakeServer();

export function network(): FakeServer {
  return server;
}

/** Sets up each test with Vietnamese texts, a fresh fake server and no session. */
export function useMemberScreens(): void {
  beforeEach(async () => {
    await loadTexts('core', 'shell', 'account', 'profile', 'profileForm', 'certificate', 'reset', 'signUp');
    activateLocale('vi');
    server = createFakeServer();
    vi.stubGlobal('fetch', server.fetch);
    categoryEvents.paramsLoaded({
      categories: {
        provinces: [
          { code: '01', name: { vi: 'Hà Nội', en: 'Hanoi' } },
          { code: '79', name: { vi: 'Thành phố Hồ Chí Minh', en: 'Ho Chi Minh City' } },
        ],
        objects: [],
      },
      configurations: {
        associationName: { vi: 'Hội Thử nghiệm', en: 'Test Association' },
        associationShortName: { vi: 'Hội', en: 'Association' },
        colours: null,
        supportAddress: null,
        supportPhone: '+842438223344',
        supportEmail: 'hotro@example.vn',
        termsVersion: '2026-01-01',
        strictPrivacy: false,
        slides: [],
      },
      imageUrls: { logo: null, slides: [] },
    });
  });
  afterEach(() => {
    cleanup();
    sessionEnded('asked');
    localStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

export function renderPage(page: ReactElement, who: UserInfo, path = '/') {
  sessionStarted(who);
  const user = userEvent.setup();
  render(<ShellProviders page={page} path={path} />);
  return user;
}

function Reauthentication() {
  useReauthenticationRequests();
  return <ReauthenticationDialog />;
}

let navigation = '';

/**
 * Returns the type and path of the last navigation: `PUSH` for a new history entry, `REPLACE` for a replaced one, or
 * `POP` for the first page and for Back; '' before the first page.
 */
export function lastNavigation(): string {
  return navigation;
}

function Navigation() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    navigation = `${type} ${pathname}`;
  });
  return null;
}

/** Wraps a page in the providers of the shell. A session must exist. */
export function ShellProviders({ page, path = '/' }: { page: ReactElement; path?: string }) {
  return (
    <MemoryRouter initialEntries={[path]}>
      <Navigation />
      <AccountQueries>
        {page}
        <Reauthentication />
      </AccountQueries>
    </MemoryRouter>
  );
}
