import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { data } from '../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { setLocale } from '#shared/i18n/i18n.ts';
import { UnlessHeld } from './hold-notice.tsx';
import { ExportCard } from './privacy/export-card.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
import { LinkedAccountCard } from './security/linked-accounts/linked-account-card.tsx';
import { PasskeyCard } from './security/passkeys/passkey-card.tsx';
import { TwoStepCard } from './security/two-step/two-step-card.tsx';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const hold = { since: inMinutes(-60), until: inMinutes(60) };
const form = <input aria-label="Form" />;

const notice = () =>
  screen.findByRole('region', { name: 'Một số thay đổi đang tạm khóa để bảo vệ tài khoản' });

describe('a change that a hold delays', () => {
  useMemberScreens();

  test.each([
    ['all', /mọi thay đổi/u],
    ['phone', /Bạn có thể đổi số điện thoại/u],
    ['email', /Bạn có thể đổi email/u],
    ['twoStep', /xác minh hai bước/u],
    ['passkey', /passkey/u],
    ['social', /tài khoản mạng xã hội/u],
    ['export', /bản sao dữ liệu/u],
    ['deletion', /Bạn có thể xóa tài khoản/u],
  ] as const)('of the kind “%s” is replaced by three steps', async (change, text) => {
    renderPage(<UnlessHeld change={change}>{form}</UnlessHeld>, { ...person, hold });
    const steps = await screen.findAllByRole('listitem');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(steps).toHaveLength(3);
    expect(steps[2]?.textContent).toMatch(text);
  });

  test('is offered after the hold is over', () => {
    renderPage(<UnlessHeld change="phone">{form}</UnlessHeld>, {
      ...person,
      hold: { ...hold, until: inMinutes(-1) },
    });
    expect(screen.getByRole('textbox')).toBeTruthy();
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  test('is offered to an administrator who must set up two-step sign-in', () => {
    const administrator = { ...person, hold, mustSetUpTwoStep: true };
    renderPage(<UnlessHeld change="twoStep">{form}</UnlessHeld>, administrator);
    expect(screen.getByRole('textbox')).toBeTruthy();
  });

  test('is described in the language of the page', async () => {
    renderPage(<UnlessHeld change="phone">{form}</UnlessHeld>, { ...person, hold });
    await act(() => setLocale('en'));
    expect(await screen.findByText('You can change your phone number.')).toBeTruthy();
  });
});

describe('a hold on the account', () => {
  useMemberScreens();
  const held = { ...person, hold };

  test('replaces the buttons of two-step sign-in', async () => {
    network().on('GET /vid/api/users/two-step', () =>
      data({ onSince: null, recoveryCodesLeft: 0, maySwitchOff: true }),
    );
    renderPage(<TwoStepCard />, held);
    await notice();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('replaces the button that adds a passkey', async () => {
    network().on('GET /vid/api/passkeys', () => data([]));
    renderPage(<PasskeyCard />, held);
    await notice();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('replaces the buttons that link a social account', async () => {
    network().on('GET /vid/api/users/identities', () => data({ identities: [], addable: ['zalo'] }));
    renderPage(<LinkedAccountCard />, held);
    await notice();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('replaces the button that requests a copy of the data', async () => {
    network().on('GET /vid/api/privacy/exports', () => data([]));
    renderPage(<ExportCard />, held);
    await notice();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('makes the e-mail address in the profile form read-only', async () => {
    renderPage(<ProfileForm profile={held} onDone={() => {}} />, held);
    await notice();
    expect(screen.getByLabelText<HTMLInputElement>(/Email/u).readOnly).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>(/Họ và tên/u).readOnly).toBe(false);
  });
});
