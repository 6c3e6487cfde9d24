import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Outlet, Route, Routes, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { paths } from '#navigation/paths.ts';
import type { RouteEntry } from '#navigation/route-entry.ts';
import { sessionEnded, sessionStarted } from '#session/session.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { Guarded } from './guarded.tsx';

useMemberScreens();

const entry: RouteEntry = {
  group: 'authorized',
  layout: 'shell',
  path: paths.device,
  page: () => <p>Device</p>,
};
const ShownPath = () => <p>{useLocation().pathname}</p>;

test.each([
  ['without a layout', undefined, 1],
  ['inside the layout of the sign-in', 'auth', 0],
])('D2 a guarded page %s reports an outage after a failed session check', async (_where, layout, mains) => {
  sessionStarted(person);
  render(
    <MemoryRouter initialEntries={[paths.device]}>
      <Routes>
        <Route element={<Outlet context={layout} />}>
          <Route path={paths.device} element={<Guarded entry={entry} />} />
        </Route>
        <Route path="*" element={<ShownPath />} />
      </Routes>
    </MemoryRouter>,
  );
  await screen.findByText('Device');
  act(() => {
    sessionEnded();
    authEvents.profileFailed('x');
  });
  expect(await screen.findByRole('heading', { name: 'Hệ thống đang tạm gián đoạn' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Thử lại' })).toBeTruthy();
  expect(screen.queryAllByRole('main')).toHaveLength(mains);
  act(() => authEvents.profileFailed(null));
  expect(await screen.findByText(paths.signIn)).toBeTruthy();
});

test('a redirect to the agreement page stores the guarded page’s address', async () => {
  renderPage(
    <Routes>
      <Route path={paths.device} element={<Guarded entry={entry} />} />
      <Route path="*" element={<ShownPath />} />
    </Routes>,
    { ...person, demands: ['agree'] },
    `${paths.device}?user_code=ABCD-EFGH`,
  );
  await screen.findByText(paths.agree);
  expect(useAuth.getState().loginRedirectTo).toBe(`${paths.device}?user_code=ABCD-EFGH`);
});

test('a guest page under a path in capital letters leads to /error/404', async () => {
  renderPage(
    <Routes>
      <Route
        path={paths.signIn}
        element={<Guarded entry={{ ...entry, group: 'anonymous', path: paths.signIn }} />}
      />
      <Route path="*" element={<ShownPath />} />
    </Routes>,
    person,
    paths.signIn.toUpperCase(),
  );
  expect(await screen.findByText(paths.error404)).toBeTruthy();
});
