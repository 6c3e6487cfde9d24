import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import {
  address,
  allStored,
  arrive,
  bodiesOf,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { writeEntryQuery } from '#navigation/entry-query.ts';
import { sessionStarted } from '#session/session.ts';
import { validateRequest } from '#features/sso/flow/sso-run.ts';
import { ssoEvents, type SsoSettings, useSso } from '#state/sso.ts';

useVisitorScreens();

const validate = 'POST /vid/ajax/apps/view/validateRedirectUrls';
const codeRequest = 'POST /vid/api/auth/code/request';
const redirectTo = 'https://app.example/cb';

/** Of an application on this device: the page that calls it stays. */
const native = 'vn.example.app:/callback';
const application = { name: 'Sàn Hội', logo: null, isFirstParty: true, asksToContinue: false };

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
  useSso.setState({ answered: [] });
  ssoEvents.reset();
  ssoEvents.settingsRead(settings);
  network().on(validate, () => data({ ...application, redirectUrls: [redirectTo] }));
});

afterEach(() => vi.restoreAllMocks());

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
    // Written back, so that a reload still knows the request.
    await arrive(`/home${writeEntryQuery({ ...settings, mode: 'window' })}`);
  });

  test('what was answered in this tab gets no second answer; another request does', async () => {
    vi.spyOn(location, 'replace').mockImplementation(() => {});
    ssoEvents.settingsRead({ ...settings, redirectTo: native });
    network().on(validate, () => data({ ...application, redirectUrls: [native] }));
    network().on(codeRequest, () => data({ authCode: 'code', iss: 'https://vid', expiresIn: 60 }));
    await validateRequest(nowhere);
    sessionStarted(person);
    const { unmount } = visit('/home');
    await heading('Đang mở Sàn Hội');
    expect(bodiesOf(codeRequest)).toHaveLength(1);
    unmount();

    ssoEvents.settingsRead({ ...settings, redirectTo: native });
    await validateRequest(nowhere);
    const again = visit('/home');
    await heading('Đang mở Sàn Hội');
    expect(bodiesOf(codeRequest)).toHaveLength(1);
    // Asked for by the person, it is: the browser may not have called the application.
    await again.user.click(screen.getByRole('button', { name: 'Mở lại Sàn Hội' }));
    await waitFor(() => expect(bodiesOf(codeRequest)).toHaveLength(2));
    again.unmount();

    ssoEvents.settingsRead({ ...settings, redirectTo: native, codeChallenge: 'b'.repeat(43) });
    await validateRequest(nowhere);
    visit('/home');
    await heading('Đang mở Sàn Hội');
    expect(bodiesOf(codeRequest)).toHaveLength(3);
  });

  test('a page brought back from the browser’s memory after it left goes to the application once more', async () => {
    const left = vi.spyOn(location, 'replace').mockImplementation(() => {});
    await validateRequest(nowhere);
    ssoEvents.stepTaken('leaving');
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(left.mock.calls).toEqual([['https://app.example/']]));
    expect(bodiesOf(codeRequest)).toEqual([]);
  });

  test('a refusal on trying again opens its own page, not the sign-in', async () => {
    network().on(validate, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    await validateRequest(nowhere);
    const { user } = visit('/home');
    await heading('Chưa kết nối được');
    network().on(validate, () => refusal(400, { error: 'x', message: 'REDIRECT_INVALID' }));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    await heading('Không thể tiếp tục');
    expect(address()).toBe('/error/403?code=REDIRECT_INVALID&ref=req-test');
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
    network().on(validate, () => data({ ...application, redirectUrls: [redirectTo] }));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    await heading('Đăng nhập bằng mã OTP');
    expect(useSso.getState().step).toBe('signIn');
    await arrive(
      `/signin/otp?appCode=A&clientId=c&redirectTo=https%3A%2F%2Fapp.example%2Fcb&codeChallenge=${'a'.repeat(43)}`,
    );
  });
});
