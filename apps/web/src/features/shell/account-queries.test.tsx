import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { useApplications } from '#features/applications/list/application-parts.tsx';
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

test('the page tells screen readers once that data is loading, and stops once the data has arrived', async () => {
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
