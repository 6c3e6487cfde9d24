import { screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { adminStartEvents } from '#state/admin-start.ts';
import { MustSetUpTwoStep } from './shell-layout.tsx';

function Here() {
  return <output>{useLocation().pathname}</output>;
}

const page = (
  <>
    <MustSetUpTwoStep />
    <Here />
  </>
);
const admin = { ...person, role: 'admin' as const };
const shownPath = () => screen.getByRole('status').textContent;

describe('an administrator who must set up a second factor', () => {
  useMemberScreens();

  test('gets a link to the set-up on the profile page', () => {
    renderPage(page, { ...admin, mustSetUpTwoStep: true }, '/user/information');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/start');
    expect(shownPath()).toBe('/user/information');
  });

  test.each(['/admin', '/admin/audit'])('cannot open %s', (path) => {
    renderPage(page, { ...admin, mustSetUpTwoStep: true }, path);
    expect(shownPath()).toBe('/start');
  });

  test('cannot open the administration while new recovery codes are not stored', () => {
    adminStartEvents.codesMade(admin.id);
    renderPage(page, admin, '/admin');
    expect(shownPath()).toBe('/start');
    adminStartEvents.codesStored();
  });

  test('can open the administration after setting up a second factor', () => {
    renderPage(page, admin, '/admin');
    expect(shownPath()).toBe('/admin');
    expect(screen.queryByRole('link')).toBeNull();
  });
});
