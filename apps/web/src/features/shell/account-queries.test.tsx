import { onlineManager, useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { useApplications } from '#features/applications/list/application-parts.tsx';
import { sessionEnded, sessionStarted } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import { useAuth } from '#state/auth.ts';
import { LoadingStatus } from './account-queries.tsx';

useMemberScreens();

function Applications() {
  return useApplications().status;
}

test('a request refused until the password is changed loads the account’s required steps', async () => {
  network().on('GET /vid/api/apps', () =>
    refusal(403, { message: 'PASSWORD_CHANGE_REQUIRED', error: 'Vui lòng đổi mật khẩu trước khi tiếp tục.' }),
  );
  network().on('GET /vid/ajax/auth/me', () => data({ ...person, demands: ['change-password'] }));
  renderPage(<Applications />, person);
  await waitFor(() => expect(useAuth.getState().user?.demands).toEqual(['change-password']));
});

test('the shell tells screen readers once that two lists are loading', async () => {
  const arrived = Promise.withResolvers<void>();
  network().on('GET /vid/api/apps', async () => {
    await arrived.promise;
    return data([]);
  });
  renderPage(
    <>
      <Applications />
      <Applications />
      <LoadingStatus />
    </>,
    person,
  );
  expect(screen.getByRole('status').textContent).toBe('');
  await waitFor(() => expect(screen.getAllByText('Đang tải…')).toHaveLength(1));
  arrived.resolve();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
});

const callsOf = (endpoint: string) => network().calls.filter((call) => call.endpoint === endpoint).length;

function Switched() {
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        Đổi
      </button>
      {isShown && <Applications />}
    </>
  );
}

test('cached data is dropped when the session ends', async () => {
  network().on('GET /vid/api/apps', () => data([]));
  const user = renderPage(<Switched />, person);
  const change = screen.getByRole('button');
  expect(await screen.findByText('success')).toBeDefined();
  await user.dblClick(change);
  expect(screen.getByText('success')).toBeDefined();
  expect(callsOf('GET /vid/api/apps')).toBe(1);
  await user.click(change);
  act(() => {
    sessionEnded();
    sessionStarted(person);
  });
  await user.click(change);
  await waitFor(() => expect(callsOf('GET /vid/api/apps')).toBe(2));
});

test('a request refused with FORBIDDEN does not load the account’s required steps', async () => {
  network().on('GET /vid/api/apps', () => refusal(403, { message: 'FORBIDDEN', error: 'Không được.' }));
  network().on('GET /vid/ajax/auth/me', () => data(person));
  renderPage(<Applications />, person);
  expect(await screen.findByText('error')).toBeDefined();
  expect(callsOf('GET /vid/ajax/auth/me')).toBe(0);
});

function Decline() {
  const decline = useMutation({ mutationFn: () => api.post('/vid/api/passkey-offer/decline') });
  return (
    <button type="button" onClick={() => decline.mutate()}>
      Để sau
    </button>
  );
}

test('a change refused until the password is changed loads the account’s required steps', async () => {
  network().on('POST /vid/api/passkey-offer/decline', () =>
    refusal(403, { message: 'PASSWORD_CHANGE_REQUIRED', error: 'Vui lòng đổi mật khẩu trước khi tiếp tục.' }),
  );
  network().on('GET /vid/ajax/auth/me', () => data({ ...person, demands: ['change-password'] }));
  const user = renderPage(<Decline />, person);
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(useAuth.getState().user?.demands).toEqual(['change-password']));
});

test('reads and changes are sent while the browser is considered offline', async () => {
  onlineManager.setOnline(false);
  try {
    network().on('GET /vid/api/apps', () => data([]));
    network().on('POST /vid/api/passkey-offer/decline', () => data(true));
    const user = renderPage(
      <>
        <Applications />
        <Decline />
      </>,
      person,
    );
    expect(await screen.findByText('success')).toBeDefined();
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect(callsOf('POST /vid/api/passkey-offer/decline')).toBe(1));
  } finally {
    onlineManager.setOnline(true);
  }
});

test('the shell tells screen readers that the profile is loading', async () => {
  renderPage(<LoadingStatus />, person);
  act(() => useAuth.setState({ profile: null, error: null }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Đang tải…'));
  act(() => useAuth.setState({ error: 'Lỗi.' }));
  expect(screen.getByRole('status').textContent).toBe('');
});
