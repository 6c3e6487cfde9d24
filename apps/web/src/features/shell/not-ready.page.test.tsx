import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { NotReadyPage } from './not-ready.page.tsx';

useMemberScreens();

test('the placeholder says that the page does not exist yet, and links back', () => {
  renderPage(<NotReadyPage />, person, '/invite-friends');
  expect(screen.getByRole('heading', { name: 'Tính năng này chưa có' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Về trang chủ' }).getAttribute('href')).toBe('/home');
});
