import { render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from '@testing-library/user-event';
import { application } from '../../../../test/sign-on.ts';
import { heading, useVisitorScreens, visit } from '../../../../test/visitor.tsx';
import { ssoEvents, useSso } from '#state/sso.ts';
import { AuthLayout } from './auth-layout.tsx';

useVisitorScreens();
afterEach(() => {
  ssoEvents.reset();
});

test('the sign-in layout has a skip link to the main content', async () => {
  visit('/signin');
  await heading('Đăng nhập');
  expect(screen.getByText('VID · tài khoản hội viên')).toBeTruthy();
  // A page translator skips the brand, and translates the rest of the page.
  const untranslated = [...document.querySelectorAll('[translate=no]')];
  expect(untranslated.map((element) => element.closest('main, form'))).toEqual(untranslated.map(() => null));
  expect(untranslated.map(({ textContent }) => textContent)).toContain('Hội Bất động sản');
  const skip = screen.getByRole('link', { name: 'Chuyển đến nội dung chính' });
  await userEvent.setup().click(skip);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(location.hash).toBe('');
});

function showAt(path: string): void {
  useSso.setState({ application });
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route element={<AuthLayout />}>
          <Route path="*" element={<h1>The page</h1>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
}

test('the sign-in layout names the application that the visitor signs in to', () => {
  showAt('/signin');
  expect(within(screen.getByRole('main')).getByText('Để tiếp tục đến Sàn Hội')).toBeTruthy();
});

test.each(['/intermediate', '/device', '/logout'])(
  'the sign-in layout shows no application above the page %s',
  (path) => {
    showAt(path);
    expect(screen.getByRole('main').firstElementChild).toBe(
      screen.getByRole('heading', { name: 'The page' }),
    );
  },
);
