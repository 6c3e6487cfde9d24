import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { person } from '../../../test/member.tsx';
import {
  allStored,
  arrive,
  bodiesOf,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../test/visitor.tsx';
import { sessionStarted } from '../../app/session.ts';
import { validateRequest } from '../../app/sso-run.ts';
import { ssoEvents, type SsoSettings, useSso } from '../../state/sso.ts';

useVisitorScreens();

const validate = 'POST /vid/ajax/apps/view/validateRedirectUrls';
const codeRequest = 'POST /vid/api/auth/code/request';
const redirectTo = 'https://app.example/cb';

const settings: SsoSettings = {
  mode: null,
  appCode: 'A',
  clientId: 'c',
  redirectTo,
  action: null,
  codeChallenge: 'a'.repeat(43),
  lang: null,
  loginRedirectTo: null,
  additionParams: [],
};

beforeEach(() => {
  ssoEvents.reset();
  ssoEvents.settingsRead(settings);
  network().on(validate, () =>
    data({
      name: 'Sàn Hội',
      logo: null,
      redirectUrls: [redirectTo],
      isFirstParty: true,
      asksToContinue: false,
    }),
  );
});

const nowhere = (): void => {};

describe('the landing page', () => {
  test('a signed-out person goes to sign-in by code, which names the application', async () => {
    await validateRequest(nowhere);
    visit('/home');
    await heading('Đăng nhập bằng mã OTP');
    expect(await screen.findByText('Sàn Hội')).toBeTruthy();
  });

  test('a refusal of the code is shown with its code, and nothing is stored', async () => {
    network().on(codeRequest, () =>
      refusal(403, { error: 'Không được.', message: 'SSO_FORBIDDEN', details: { ref: 'KHFEWRTXVP' } }),
    );
    await validateRequest(nowhere);
    sessionStarted(person);
    visit('/home');
    await heading('Chưa thể vào Sàn Hội');
    expect(screen.getByText('Bạn không có quyền truy cập nội dung này.')).toBeTruthy();
    screen.getByText('Mã lỗi: SSO_FORBIDDEN');
    screen.getByText('KHFEWRTXVP');
  });

  // The second: another tab of the same application had another of its addresses validated since.
  test.each(['SSO_NOT_READY', 'REDIRECT_INVALID'] as const)(
    '%s on the way is validated again, and the code asked for once more',
    async (outdated) => {
      let asked = 0;
      network().on(codeRequest, () => {
        asked += 1;
        return refusal(asked === 1 ? 400 : 403, {
          error: 'x',
          message: asked === 1 ? outdated : 'SSO_FORBIDDEN',
        });
      });
      await validateRequest(nowhere);
      sessionStarted(person);
      visit('/home');
      await heading('Chưa thể vào Sàn Hội');
      expect(asked).toBe(2);
      expect(bodiesOf(validate)).toHaveLength(2);
    },
  );

  test('W5 in a window that nobody waits for, no code is asked for', async () => {
    ssoEvents.settingsRead({ ...settings, mode: 'window' });
    await validateRequest(nowhere);
    sessionStarted(person);
    visit('/home');
    await heading('Không thấy cửa sổ đang chờ');
    expect(bodiesOf(codeRequest)).toEqual([]);
  });

  test('A1 an address the server refuses ends on the error page, with the number to ask about', async () => {
    network().on(validate, () =>
      refusal(400, { error: 'x', message: 'REDIRECT_INVALID', details: { ref: 'KHFEWRTXVP' } }),
    );
    let opened = '';
    await validateRequest((path) => {
      opened = path;
    });
    expect(opened).toBe('/error/403?code=REDIRECT_INVALID&ref=KHFEWRTXVP');
    expect(useSso.getState().settings).toBeNull();
    visit(opened);
    await heading('Không thể tiếp tục');
    await screen.findByText('KHFEWRTXVP');
    expect(allStored()).not.toContain(redirectTo);
  });

  test('a refusal that the server kept nothing of is asked about by its request id', async () => {
    network().on(validate, () => refusal(400, { error: 'x', message: 'SSO_INVALID_REQUEST' }));
    let opened = '';
    await validateRequest((path) => {
      opened = path;
    });
    expect(opened).toBe('/error/403?code=SSO_INVALID_REQUEST&ref=req-test');
  });

  test('F3 a forged code or number in the address of the error page is not shown', async () => {
    ssoEvents.reset();
    visit('/error/403?code=%3Cimg%20onerror%3D1%3E&ref=%3Csvg%20onload%3D1%3E');
    await heading('Không thể tiếp tục');
    expect(document.body.textContent).not.toMatch(/onerror|onload/u);
  });

  test('an outage is no refusal: it can be tried again', async () => {
    network().on(validate, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    await validateRequest(nowhere);
    const { user } = visit('/home');
    await heading('Chưa kết nối được');
    network().on(validate, () =>
      data({
        name: 'Sàn Hội',
        logo: null,
        redirectUrls: [redirectTo],
        isFirstParty: true,
        asksToContinue: false,
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    await heading('Đăng nhập bằng mã OTP');
    expect(useSso.getState().step).toBe('signIn');
    await arrive(
      `/signin/otp?appCode=A&clientId=c&redirectTo=https%3A%2F%2Fapp.example%2Fcb&codeChallenge=${'a'.repeat(43)}`,
    );
  });
});
