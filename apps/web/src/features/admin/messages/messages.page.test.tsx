import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { textOf } from '@vid/contract/messages/message-texts';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { areaPaths } from '#navigation/area-paths.ts';
import type { Params } from '#features/admin/params/params.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { MessagesPage } from './messages.page.tsx';

useMemberScreens();

const state = { version: 0, changedAt: null, changedBy: null };
const section = <Value,>(value: Value) => ({ value, builtIn: value, ...state });
const params: Params = {
  brand: section({
    name: { vi: 'Hội Thử nghiệm', en: 'Test Association' },
    shortName: { vi: 'Hội TN', en: 'TA' },
    logo: null,
    colours: null,
  }),
  contact: section({ phone: null, email: null, address: null }),
  slides: section([]),
  provinces: section([]),
  objects: section([]),
  messages: section([]),
  zns: section({ template: null, parameters: [] }),
};

let bodies: unknown[];
beforeEach(async () => {
  await loadTexts('admin');
  sessionStorage.clear();
  bodies = [];
  network().on('GET /vid/api/admin/params', () => data(params));
  network().on('GET /vid/gateway/app/params', () => refusal(429, { error: 'x', message: 'RATE_LIMITED' }));
  network().on('PUT /vid/api/admin/params/:name', ({ body }) => {
    bodies.push(body);
    return data({ version: 1 });
  });
});

function show(address: string) {
  return renderPage(
    <Routes>
      <Route path={areaPaths.adminMessages} element={<MessagesPage />} />
    </Routes>,
    { ...person, role: 'admin' },
    address,
  );
}
const showList = () => show('/admin/params/messages');

/** Returns a card once its data has replaced the skeleton. */
async function card(name: string) {
  await screen.findAllByRole('textbox');
  return within(screen.getByRole('region', { name }));
}

async function edit(id: string, messages: Params['messages']['value'] = []) {
  network().on('GET /vid/api/admin/params', () =>
    data({ ...params, messages: { ...params.messages, value: messages } }),
  );
  const user = show(`/admin/params/messages/${id}`);
  const text = await card('Nội dung');
  const field = text.getByRole('textbox', { name: /Tiếng Việt/ });
  const type = async (typed: string) => {
    await user.clear(field);
    await user.click(field);
    await user.paste(typed);
  };
  return { user, text, field, type, save: () => user.click(screen.getByRole('button', { name: 'Lưu' })) };
}

test('the list shows each text as members get it, and which texts were changed', async () => {
  const messages = [{ code: 'code.signin@viettel', vi: '{{code}}', en: '' }];
  network().on('GET /vid/api/admin/params', () =>
    data({ ...params, messages: { ...params.messages, value: messages } }),
  );
  showList();
  const codes = await card('Mã OTP qua SMS');
  const [any, ...rows] = codes.getAllByRole('listitem');
  expect(any?.textContent).toMatch(/^Mọi mục đích.*Hoi TN: 482915 la ma OTP dang nhap, hieu luc 5 phut\./su);
  expect(rows).toHaveLength(7);
  expect(rows.filter((row) => row.textContent.includes('Đã sửa')).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Mã để đăng nhập/u),
  ]);
  expect(codes.getByRole('link', { name: 'Sửa: Mọi mục đích' }).getAttribute('href')).toBe(
    '/admin/params/messages/code.any',
  );
});

test('the editor previews a text with its size while it is typed, and says what is lost', async () => {
  const { text: shown, type } = await edit('code.any');
  expect(shown.getAllByText(/^Không dấu \(GSM-7\): \d+ ký tự, tính tiền 1 tin\.$/u)).toHaveLength(2);
  await type('{{name}}: mã {{code}}');
  expect(shown.getByText('Hoi TN: mã 482915')).toBeTruthy();
  expect(shown.getByText(/^Có dấu .*: 17 ký tự, tính tiền 1 tin\. Mỗi tin tối đa 70 ký tự/u)).toBeTruthy();
  expect(shown.getByText(/^Dòng cuối không phải là @\{\{host\}\} #\{\{code\}\}\./u)).toBeTruthy();
});

test.each([
  ['Khong co ma', 'Còn thiếu {{code}}. Hãy chèn vào nội dung.'],
  ['{{code}} {{link}}', 'Không dùng được {{link}} ở đây. Hãy bỏ đi.'],
  ['{{code}} 19001234', /^Hãy bỏ chỗ có bốn chữ số liền nhau/u],
])('the editor rejects the code text “%s”', async (text, problem) => {
  const { text: shown, field, type, save } = await edit('code.any');
  await type(text);
  expect(shown.getByText(problem)).toBeTruthy();
  await save();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(bodies).toEqual([]);
});

test('the editor stores only what differs from the built-in text, and keeps the other texts', async () => {
  const other = { code: 'sms.passkey-added', vi: '{{link}}', en: '' };
  const { user, type, save } = await edit('code.any', [other]);
  await type('Ma {{code}}');
  await user.click(screen.getByText('Viettel', { selector: 'summary' }));
  const viettel = within(screen.getByRole('group', { name: 'Viettel' }));
  await user.click(viettel.getByRole('textbox', { name: /Tiếng Anh/ }));
  await user.paste('Viettel {{code}}');
  await save();
  await screen.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  expect(bodies).toEqual([
    {
      version: 0,
      value: [
        { code: 'code.any', vi: 'Ma {{code}}', en: '' },
        { code: 'code.any@viettel', vi: '', en: 'Viettel {{code}}' },
        other,
      ],
    },
  ]);
});

test('an empty field brings back the built-in text', async () => {
  const {
    text: shown,
    type,
    save,
  } = await edit('code.any', [{ code: 'code.any', vi: 'Ma {{code}}', en: '' }]);
  expect(shown.getByText('Ma 482915')).toBeTruthy();
  await type(' ');
  expect(shown.getByText(/^Hoi TN: 482915 la ma OTP/u)).toBeTruthy();
  await save();
  await screen.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  expect(bodies).toEqual([{ version: 0, value: [] }]);
});

test('the preview of a notice shows where and when the change was made', async () => {
  const { text: shown } = await edit('sms.password-changed');
  expect(shown.getByText(/doi \(Chrome, Android, Ha Noi, 09:30 12\/03\)\. Khong phai ban\?/u)).toBeTruthy();
});

test('an e-mail has no texts for single carriers', async () => {
  const { text: shown } = await edit('mail.enterprise-verified');
  expect(shown.getByText('Hội TN đã xác minh tên và mã số thuế của doanh nghiệp bạn.')).toBeTruthy();
  expect(screen.queryByText('Viettel')).toBeNull();
  expect(textOf('mail.enterprise-verified').builtIn.vi).toContain('{{name}}');
});

test('the ZNS template needs a parameter with the code', async () => {
  showList();
  const user = userEvent.setup();
  const zns = await card('Mã OTP qua Zalo');
  const fill = async (name: string, text: string) => {
    await user.click(zns.getByRole('textbox', { name }));
    await user.paste(text);
  };
  const save = () => user.click(zns.getByRole('button', { name: 'Lưu' }));
  await user.click(zns.getByRole('textbox', { name: /^Mã mẫu/u }));
  await user.paste('412345');
  await user.click(zns.getByRole('button', { name: 'Thêm tham số' }));
  await fill('Tên tham số', 'otp');
  await fill('Giá trị (tiếng Việt)', '{{code}}');
  await fill('Giá trị (tiếng Anh)', 'the code');
  await save();
  await zns.findByText('Hãy thêm một tham số có giá trị {{code}} trong cả hai ngôn ngữ.');
  expect(bodies).toEqual([]);
  await user.clear(zns.getByRole('textbox', { name: 'Giá trị (tiếng Anh)' }));
  await fill('Giá trị (tiếng Anh)', '{{code}}');
  await save();
  await zns.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  const parameter = { name: 'otp', value: { vi: '{{code}}', en: '{{code}}' } };
  expect(bodies).toEqual([{ version: 0, value: { template: '412345', parameters: [parameter] } }]);
});

describe('the pages of messages', () => {
  testShownPages(
    {
      'the texts': {},
      'the text of a code': { path: '/admin/params/messages/code.any' },
    },
    ({ path = '/admin/params/messages' }) => show(path),
  );
});
