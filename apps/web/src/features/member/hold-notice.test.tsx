import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { setLocale } from '#shared/i18n/i18n.ts';
import { UnlessHeld } from './hold-notice.tsx';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const hold = { since: inMinutes(-60), until: inMinutes(60) };
const form = <input aria-label="Form" />;

describe('a change that a hold delays', () => {
  useMemberScreens();

  test.each([
    ['phone', /Bạn có thể đổi số điện thoại/u],
    ['email', /Bạn có thể đổi email/u],
    ['twoStep', /xác minh hai bước/u],
    ['passkey', /passkey/u],
    ['social', /tài khoản mạng xã hội/u],
    ['export', /bản sao dữ liệu/u],
    ['deletion', /Bạn có thể xóa tài khoản/u],
  ] as const)(
    'is replaced for %s by three dated steps, the last of which says what opens',
    (change, text) => {
      renderPage(<UnlessHeld change={change}>{form}</UnlessHeld>, { ...person, hold });
      expect(screen.queryByRole('textbox')).toBeNull();
      const steps = screen.getAllByRole('listitem');
      expect(steps).toHaveLength(3);
      expect(steps[2]?.textContent).toMatch(text);
    },
  );

  test('is shown without a hold, and after a hold is over', () => {
    renderPage(<UnlessHeld change="phone">{form}</UnlessHeld>, {
      ...person,
      hold: { ...hold, until: inMinutes(-1) },
    });
    expect(screen.getByRole('textbox')).toBeTruthy();
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  test('is open to an administrator who must set up a second factor', () => {
    const administrator = { ...person, hold, mustSetUpTwoStep: true };
    renderPage(<UnlessHeld change="twoStep">{form}</UnlessHeld>, administrator);
    expect(screen.getByRole('textbox')).toBeTruthy();
  });

  test('is described in the language of the page', async () => {
    renderPage(<UnlessHeld change="phone">{form}</UnlessHeld>, { ...person, hold });
    await act(() => setLocale('en'));
    expect(screen.getByText('You can change your phone number.')).toBeTruthy();
  });
});
