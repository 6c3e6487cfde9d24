import { popupErrorCountdownSeconds } from '@vid/contract/limits';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import { application, redirectTo, settings } from '../../../../test/sign-on.ts';
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
import { ssoEvents, useSso } from '#state/sso.ts';

useVisitorScreens();

const validate = 'POST /vid/ajax/apps/view/validateRedirectUrls';
const codeRequest = 'POST /vid/api/auth/code/request';

/** A custom scheme does not unload the page. */
const native = 'vn.example.app:/callback';
beforeEach(() => {
  useSso.setState({ answered: [] });
  ssoEvents.reset();
  ssoEvents.settingsRead(settings);
  network().on(validate, () => data({ ...application, redirectUrls: [redirectTo] }));
});

afterEach(() => vi.restoreAllMocks());

const ignore = (): void => {};

describe('the landing page', () => {
  test('names the application while a visitor signs in by code', async () => {
    await validateRequest(ignore);
    visit('/home');
    await heading('Đăng nhập bằng mã OTP');
    expect(await screen.findByText('Sàn Hội')).toBeTruthy();
  });

  test('shows the error code and reference number of a missing permission', async () => {
    network().on(codeRequest, () =>
      refusal(403, { error: 'Không được.', message: 'SSO_FORBIDDEN', details: { ref: 'KHFEWRTXVP' } }),
    );
    await validateRequest(ignore);
    sessionStarted(person);
    visit('/home');
    await heading('Bạn chưa có quyền dùng Sàn Hội');
    expect(screen.getByText(/hãy liên hệ đơn vị vận hành ứng dụng/u)).toBeTruthy();
    expect(await screen.findByText(person.name ?? '')).toBeTruthy();
    expect(screen.getByText('TÁ')).toBeTruthy();
    const block = screen.getByText('KHFEWRTXVP').closest('div');
    expect(block?.textContent).toContain('Mã lỗi: SSO_FORBIDDEN');
  });

  test('has a button that returns access_denied to the application', async () => {
    const left = vi.spyOn(location, 'replace').mockReturnValue();
    network().on(codeRequest, () => refusal(403, { error: 'x', message: 'SSO_FORBIDDEN' }));
    await validateRequest(ignore);
    sessionStarted(person);
    const { user } = visit('/home');
    await user.click(await screen.findByRole('button', { name: 'Quay lại Sàn Hội' }));
    expect(left).toHaveBeenCalledExactlyOnceWith(`${redirectTo}?error=access_denied&lang=vi`);
  });

  // The server responds with REDIRECT_INVALID if another tab has since validated another redirect URI of the
  // application.
  test.each(['SSO_NOT_READY', 'REDIRECT_INVALID'] as const)(
    'validates the request again after %s, and requests the code once more',
    async (outdated) => {
      let asked = 0;
      network().on(codeRequest, () => {
        asked += 1;
        return refusal(asked === 1 ? 400 : 403, {
          error: 'x',
          message: asked === 1 ? outdated : 'SSO_FORBIDDEN',
        });
      });
      await validateRequest(ignore);
      sessionStarted(person);
      visit('/home');
      await heading('Bạn chưa có quyền dùng Sàn Hội');
      expect(asked).toBe(2);
      expect(bodiesOf(validate)).toHaveLength(2);
    },
  );

  test('W5 requests no code in window mode if there is no opener', async () => {
    ssoEvents.settingsRead({ ...settings, mode: 'window' });
    await validateRequest(ignore);
    sessionStarted(person);
    visit('/home');
    await heading('Cửa sổ ứng dụng đã đóng');
    expect(bodiesOf(codeRequest)).toEqual([]);
    // The app writes the request back to the URL, so that a reload keeps it.
    await arrive(`/home${writeEntryQuery({ ...settings, mode: 'window' })}`);
  });

  test('keeps a popup open if the user stops its countdown', async () => {
    const close = vi.fn<() => void>();
    vi.stubGlobal('close', close);
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.stubGlobal('opener', { closed: false, postMessage: () => {} });
    network().on(codeRequest, () => refusal(403, { error: 'x', message: 'SSO_FORBIDDEN' }));
    ssoEvents.settingsRead({ ...settings, mode: 'window' });
    await validateRequest(ignore);
    sessionStarted(person);
    const { user } = visit('/home');
    await heading('Bạn chưa có quyền dùng Sàn Hội');
    expect(screen.getByText(/Cửa sổ này sẽ tự đóng sau/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Giữ cửa sổ' }));
    expect(screen.queryByText(/Cửa sổ này sẽ tự đóng sau/u)).toBeNull();
    await act(async () => vi.advanceTimersByTime((popupErrorCountdownSeconds + 1) * 1000));
    expect(close).not.toHaveBeenCalled();
  });

  test('does not request a code again when the page is reopened', async () => {
    vi.spyOn(location, 'replace').mockImplementation(() => {});
    ssoEvents.settingsRead({ ...settings, redirectTo: native });
    network().on(validate, () => data({ ...application, redirectUrls: [native] }));
    network().on(codeRequest, () => data({ authCode: 'code', iss: 'https://vid', expiresIn: 60 }));
    await validateRequest(ignore);
    sessionStarted(person);
    const { unmount } = visit('/home');
    await heading('Đang mở Sàn Hội');
    expect(bodiesOf(codeRequest)).toHaveLength(1);
    unmount();

    ssoEvents.settingsRead({ ...settings, redirectTo: native });
    await validateRequest(ignore);
    const again = visit('/home');
    await heading('Đang mở Sàn Hội');
    expect(bodiesOf(codeRequest)).toHaveLength(1);
    // The user may request another authorization response, because the browser may not have opened the application.
    await again.user.click(screen.getByRole('button', { name: 'Mở Sàn Hội' }));
    await waitFor(() => expect(bodiesOf(codeRequest)).toHaveLength(2));
    again.unmount();

    ssoEvents.settingsRead({ ...settings, redirectTo: native, codeChallenge: 'b'.repeat(43) });
    await validateRequest(ignore);
    visit('/home');
    await heading('Đang mở Sàn Hội');
    expect(bodiesOf(codeRequest)).toHaveLength(3);
  });

  test('opens a native application without a code after a sign-out', async () => {
    const left = vi.spyOn(location, 'replace').mockImplementation(() => {});
    ssoEvents.settingsRead({ ...settings, action: 'logout', redirectTo: native });
    network().on(validate, () => data({ ...application, redirectUrls: [native] }));
    await validateRequest(ignore);
    const { user } = visit('/home');
    await heading('Đã đăng xuất');
    await user.click(screen.getByRole('button', { name: 'Mở Sàn Hội' }));
    expect(left).toHaveBeenCalledTimes(2);
    expect(left.mock.calls[1]).toEqual(left.mock.calls[0]);
    expect(bodiesOf(codeRequest)).toEqual([]);
  });

  test('opens the application when the page is restored from the back/forward cache', async () => {
    const left = vi.spyOn(location, 'replace').mockImplementation(() => {});
    await validateRequest(ignore);
    ssoEvents.stepTaken('leaving');
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(left.mock.calls).toEqual([['https://app.example/']]));
    expect(bodiesOf(codeRequest)).toEqual([]);
  });

  test('opens the error page if a retry is refused', async () => {
    network().on(validate, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    await validateRequest(ignore);
    const { user } = visit('/home');
    await heading('Chưa tiếp tục được');
    network().on(validate, () => refusal(400, { error: 'x', message: 'REDIRECT_INVALID' }));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    await heading('Không thể tiếp tục');
    expect(address()).toBe('/error/403?code=REDIRECT_INVALID&ref=req-test');
  });

  test('A1 opens the error page with the reference of a refused redirect URI', async () => {
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

  test('opens the error page with the request id of a refusal', async () => {
    network().on(validate, () => refusal(400, { error: 'x', message: 'SSO_INVALID_REQUEST' }));
    let opened = '';
    await validateRequest((path) => {
      opened = path;
    });
    expect(opened).toBe('/error/403?code=SSO_INVALID_REQUEST&ref=req-test');
  });

  test('translates the text about a lost connection when the language changes', async () => {
    network().on(validate, () => {
      throw new TypeError('connection lost');
    });
    await validateRequest(ignore);
    const { user } = visit('/home');
    await heading('Chưa tiếp tục được');
    expect(screen.getByText('Chưa kết nối được. Vui lòng thử lại.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /EN/ }));
    await heading('We couldn’t continue');
    expect(screen.getByText('We couldn’t connect. Try again.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /VI/ }));
    await heading('Chưa tiếp tục được');
  });

  test('offers a retry after a failure', async () => {
    network().on(validate, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    await validateRequest(ignore);
    const { user } = visit('/home');
    await heading('Chưa tiếp tục được');
    network().on(validate, () => data({ ...application, redirectUrls: [redirectTo] }));
    // The app retries after a short outage, so one press is enough.
    network().failOnce(validate);
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    await heading('Đăng nhập bằng mã OTP');
    expect(useSso.getState().step).toBe('signIn');
    await arrive(
      `/signin/otp?appCode=A&clientId=c&redirectTo=https%3A%2F%2Fapp.example%2Fcb&codeChallenge=${'a'.repeat(43)}`,
    );
  });
});

test('F3 the error page ignores a forged code or reference in its URL', async () => {
  ssoEvents.reset();
  visit('/error/403?code=%3Cimg%20onerror%3D1%3E&ref=%3Csvg%20onload%3D1%3E');
  await heading('Không thể tiếp tục');
  expect(document.body.textContent).not.toMatch(/onerror|onload/u);
});
