import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import { application, redirectTo, settings } from '../../../../test/sign-on.ts';
import { bodiesOf, heading, network, useVisitorScreens, visit } from '../../../../test/visitor.tsx';
import { validateRequest } from '#features/sso/flow/sso-run.ts';
import { sessionStarted } from '#session/session.ts';
import { ssoEvents, useSso } from '#state/sso.ts';

useVisitorScreens();

const validate = 'POST /vid/ajax/apps/view/validateRedirectUrls';
const consent = 'POST /vid/api/auth/code/consent';
const codeRequest = 'POST /vid/api/auth/code/request';
const shown = ['openid', 'profile', 'phone', 'email', 'vid'];
const third = {
  ...application,
  name: 'Báo Giá',
  isFirstParty: false,
  asksToContinue: true,
  scopes: shown,
};
const ignore = (): void => {};

let left = vi.fn<Location['replace']>();
beforeEach(() => {
  left = vi.fn<Location['replace']>();
  vi.spyOn(location, 'replace').mockImplementation(left);
  useSso.setState({ answered: [] });
  ssoEvents.reset();
  ssoEvents.settingsRead({ ...settings, additionParams: [['state', 's1']] });
  network().on(validate, () => data({ ...third, redirectUrls: [redirectTo] }));
  network().on(consent, () => data(true));
  network().on(codeRequest, () => data({ authCode: 'code', iss: 'https://vid', expiresIn: 60 }));
});
afterEach(() => vi.restoreAllMocks());

const button = (name: string) => screen.getByRole('button', { name });
const title = 'Báo Giá muốn truy cập thông tin của bạn';

test('A8 the consent screen appears before a code is requested', async () => {
  await validateRequest(ignore);
  sessionStarted(person);
  const { user } = visit('/home');
  await heading(title);
  screen.getByText('Số điện thoại');
  screen.getByText('091• ••• •78');
  expect([bodiesOf(consent), bodiesOf(codeRequest)]).toEqual([[], []]);
  await user.click(button('Đồng ý'));
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  expect(bodiesOf(consent)).toEqual([
    { appCode: 'A', clientId: 'c', redirectTo, accountId: person.id, scopes: shown },
  ]);
  expect(network().calls.at(-1)?.endpoint).toBe(codeRequest);
});

test('A8 the consent screen appears if the server refuses a code', async () => {
  network().on(validate, () => data({ ...application, redirectUrls: [redirectTo] }));
  network().on(codeRequest, () => refusal(403, { error: 'x', message: 'CONSENT_REQUIRED' }));
  await validateRequest(ignore);
  // An administrator has made the application a third party since the first validation.
  network().on(validate, () => data({ ...third, redirectUrls: [redirectTo] }));
  sessionStarted(person);
  visit('/home');
  await heading(title);
  expect([bodiesOf(consent), bodiesOf(codeRequest).length]).toEqual([[], 1]);
});

test('A8 the consent screen asks again if the server refuses the consent', async () => {
  network().on(consent, () => refusal(403, { error: 'x', message: 'CONSENT_REQUIRED' }));
  await validateRequest(ignore);
  sessionStarted(person);
  const { user } = visit('/home');
  await heading(title);
  await user.click(button('Đồng ý'));
  await waitFor(() => expect(bodiesOf(validate)).toHaveLength(2));
  await heading(title);
  expect([bodiesOf(consent).length, bodiesOf(codeRequest)]).toEqual([1, []]);
});

test('the consent screen validates an expired request again', async () => {
  let asked = 0;
  network().on(consent, () => {
    asked += 1;
    return asked === 1 ? refusal(400, { error: 'x', message: 'SSO_NOT_READY' }) : data(true);
  });
  await validateRequest(ignore);
  sessionStarted(person);
  const { user } = visit('/home');
  await heading(title);
  await user.click(button('Đồng ý'));
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  expect([asked, bodiesOf(validate).length]).toEqual([2, 2]);
});

test('a refused consent returns to the application with access_denied', async () => {
  await validateRequest(ignore);
  sessionStarted(person);
  const { user } = visit('/home');
  await heading(title);
  await user.click(button('Từ chối'));
  expect(left.mock.calls).toEqual([[`${redirectTo}?state=s1&error=access_denied&lang=vi`]]);
  expect([bodiesOf(consent), bodiesOf(codeRequest)]).toEqual([[], []]);
});

const save = 'PATCH /vid/api/users/profile';
const nameTitle = 'Bổ sung tên để tiếp tục';

function recordTitles(): string[] {
  const titles: string[] = [];
  const observer = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h1'))
      if (titles.at(-1) !== textContent) titles.push(textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return titles;
}

/** Arrives without a name at an application that requires one, types a name and continues. */
async function submitName(at: typeof third | typeof application) {
  network().on(validate, () => data({ ...at, requiresName: true, redirectUrls: [redirectTo] }));
  await validateRequest(ignore);
  sessionStarted({ ...person, name: null });
  const { user } = visit('/home');
  await heading(nameTitle);
  expect(bodiesOf(codeRequest)).toEqual([]);
  await user.type(screen.getByLabelText('Họ và tên'), 'Nguyễn Thị Ánh');
  await user.click(button('Tiếp tục'));
  return user;
}

test('the name screen appears before a code is requested', async () => {
  network().on(save, () => data(person));
  const titles = recordTitles();
  await submitName(application);
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  expect(titles).toEqual([nameTitle]);
  expect([bodiesOf(save), bodiesOf(codeRequest).length]).toEqual([[{ name: 'Nguyễn Thị Ánh' }], 1]);
});

test('the name screen ignores its other buttons during a save', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  network().on(save, async () => {
    await promise;
    return refusal(400, { error: 'x', message: 'VALIDATION_FAILED' });
  });
  const user = await submitName(application);
  await user.click(button('Dùng tài khoản khác'));
  await user.click(button('Hủy'));
  expect(left).not.toHaveBeenCalled();
  await heading(nameTitle);
  resolve();
  await waitFor(() => expect(button('Hủy').getAttribute('aria-busy')).toBeNull());
  await user.click(button('Hủy'));
  expect(left.mock.calls).toEqual([[`${redirectTo}?state=s1&error=access_denied&lang=vi`]]);
  expect(bodiesOf(codeRequest)).toEqual([]);
});

test('the consent screen is shown after the name screen', async () => {
  network().on(save, () => data(person));
  await submitName(third);
  await heading(title);
  expect([bodiesOf(consent), bodiesOf(codeRequest)]).toEqual([[], []]);
});

test('the name screen is shown if the server requires the name', async () => {
  network().on(validate, () => data({ ...application, redirectUrls: [redirectTo] }));
  network().on(codeRequest, () => refusal(403, { error: 'x', message: 'NAME_REQUIRED' }));
  await validateRequest(ignore);
  // Since the first validation, the application has begun to require a name, and another tab has removed the name.
  network().on(validate, () => data({ ...application, requiresName: true, redirectUrls: [redirectTo] }));
  network().on('GET /vid/ajax/auth/me', () => data({ ...person, name: null }));
  sessionStarted(person);
  visit('/home');
  expect(await heading(nameTitle)).toBeTruthy();
});

test('the name screen is not shown to a user with a name', async () => {
  network().on(validate, () => data({ ...application, requiresName: true, redirectUrls: [redirectTo] }));
  await validateRequest(ignore);
  sessionStarted(person);
  visit('/home');
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  expect(screen.queryByRole('heading', { name: nameTitle })).toBeNull();
});
