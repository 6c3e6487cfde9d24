import { cleanup, screen, waitFor, within } from '@testing-library/react';
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

test('the list of message texts marks a changed text', async () => {
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

test('the message editor previews a typed text with its size', async () => {
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
])('the message editor rejects the code text “%s”', async (text, problem) => {
  const { text: shown, field, type, save } = await edit('code.any');
  await type(text);
  expect(shown.getByText(problem)).toBeTruthy();
  await save();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(bodies).toEqual([]);
});

test('the message editor stores only texts that differ from built-in texts', async () => {
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

test('an emptied field of the message editor brings back the built-in text', async () => {
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

test('the message editor previews the text that a carrier inherits from all purposes', async () => {
  const { user } = await edit('code.signin', [
    { code: 'code.any', vi: 'Chung {{code}}', en: '' },
    { code: 'code.any@viettel', vi: 'Viettel {{code}}', en: '' },
  ]);
  await user.click(screen.getByText('Viettel', { selector: 'summary' }));
  const viettel = within(screen.getByRole('group', { name: 'Viettel' }));
  expect(viettel.getByText('Viettel 482915')).toBeTruthy();
});

test('the message editor previews the place and time in a notice', async () => {
  const { text: shown } = await edit('sms.password-changed');
  expect(shown.getByText(/doi \(Chrome, Android, Ha Noi, 09:30 12\/03\)\. Khong phai ban\?/u)).toBeTruthy();
});

test('the message editor offers no carrier texts for an e-mail', async () => {
  const { text: shown } = await edit('mail.enterprise-verified');
  expect(shown.getByText('Hội TN đã xác minh tên và mã số thuế của doanh nghiệp bạn.')).toBeTruthy();
  expect(screen.queryByText('Viettel')).toBeNull();
  expect(textOf('mail.enterprise-verified').builtIn.vi).toContain('{{name}}');
});

test('the ZNS template requires a parameter with the code in both languages', async () => {
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

const conflict = /^Nội dung bạn nhập vẫn còn ở đây\./u;

test('the message editor keeps a text that conflicts with a newer version', async () => {
  const { type, save, field } = await edit('code.any');
  await type('Ma {{code}}');
  network().on('PUT /vid/api/admin/params/:name', () =>
    refusal(409, { error: 'Đã có thay đổi khác.', message: 'PARAMS_CHANGED' }),
  );
  const newer = { ...params.messages, version: 3, changedAt: '2026-03-07T02:00:00.000Z', changedBy: null };
  network().on('GET /vid/api/admin/params', () => data({ ...params, messages: newer }));
  await save();
  await screen.findByText('Đã có thay đổi khác.');
  expect(await screen.findByText(/^Một quản trị viên thay đổi lúc .*07\/03\/2026/u)).toBeTruthy();
  expect(screen.getByText(conflict)).toBeTruthy();
  expect(field).toHaveProperty('value', 'Ma {{code}}');
  network().on('PUT /vid/api/admin/params/:name', ({ body }) => {
    bodies.push(body);
    return data({ version: 4 });
  });
  await save();
  await screen.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  expect(bodies).toEqual([{ version: 3, value: [{ code: 'code.any', vi: 'Ma {{code}}', en: '' }] }]);
  expect(screen.queryByText(conflict)).toBeNull();
});

test('the message editor discards an unsaved text on request', async () => {
  const { user, type, field } = await edit('code.any');
  const saved = field.textContent;
  expect(screen.queryByRole('button', { name: 'Bỏ thay đổi' })).toBeNull();
  await type('Ma {{code}}');
  await user.click(screen.getByRole('button', { name: 'Bỏ thay đổi' }));
  const text = await card('Nội dung');
  expect(text.getByRole('textbox', { name: /Tiếng Việt/ })).toHaveProperty('value', saved);
  expect(sessionStorage.getItem('vidPersist:drafts')).not.toContain('Ma {{code}}');
});

const isOpen = (carrier: string) =>
  screen.getByText(carrier, { selector: 'summary' }).closest('details')?.open;

test('the message editor unfolds a carrier that has its own text', async () => {
  await edit('code.any', [{ code: 'code.any@viettel', vi: '{{code}}', en: '' }]);
  expect([isOpen('Viettel'), isOpen('MobiFone')]).toEqual([true, false]);
});

test.each(['/admin/params/messages', '/admin/params/messages/code.any'])(
  'the page %s loads the texts after a retry',
  async (path) => {
    network().on('GET /vid/api/admin/params', () =>
      refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }),
    );
    const user = show(path);
    await screen.findByText('Chậm lại.');
    network().on('GET /vid/api/admin/params', () => data(params));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findAllByRole('textbox')).not.toEqual([]);
  },
);

test('the history of message texts names the changed text', async () => {
  const user = showList();
  await card('Mã OTP qua Zalo');
  expect(screen.queryByRole('button', { name: 'Lịch sử' })).toBeNull();
  const after = [{ code: 'code.any@viettel', vi: '{{code}}', en: '' }];
  const changed = { ...params.messages, value: after, version: 1 };
  network().on('GET /vid/api/admin/params', () => data({ ...params, messages: changed }));
  network().on('GET /vid/api/admin/params/:name/history', () =>
    data({
      items: [{ version: 1, at: '2026-03-07T02:00:00.000Z', by: null, before: [], after }],
      next: null,
      builtIn: [],
    }),
  );
  cleanup();
  showList();
  await user.click(await screen.findByRole('button', { name: 'Lịch sử' }));
  const history = within(await screen.findByRole('dialog', { name: 'Lịch sử: Tin nhắn và email' }));
  expect(await history.findByText(/Mã OTP qua SMS: Mọi mục đích \(riêng cho Viettel\)/u)).toBeTruthy();
  await user.click(history.getAllByRole('button', { name: 'Đóng' }).at(-1) ?? document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['a template with letters', '12a', [['otp', '{{code}}']], 'Vui lòng nhập mã mẫu chỉ gồm chữ số.'],
  ['parameters without a template', '', [['otp', '{{code}}']], 'Hãy nhập mã mẫu, hoặc bỏ các tham số.'],
  ['a name with a hyphen', '1', [['o-tp', '{{code}}']], /^Vui lòng nhập tên/u],
  ['a name that begins with a digit', '1', [['1tp', '{{code}}']], /^Vui lòng nhập tên/u],
  [
    'a repeated name',
    '1',
    [
      ['otp', '{{code}}'],
      ['otp', '{{name}}'],
    ],
    /^Vui lòng nhập tên/u,
  ],
  ['an unknown placeholder', '1', [['otp', '{{code}} {{link}}']], /Không dùng được \{\{link\}\} ở đây/u],
  [
    'only parameters without the code',
    '1',
    [['otp', '{{name}}']],
    /^Hãy thêm một tham số có giá trị \{\{code\}\}/u,
  ],
] as const)('the ZNS template cannot have %s', async (_what, template, parameters, problem) => {
  network().on('GET /vid/api/admin/params', () =>
    data({
      ...params,
      zns: section({
        template,
        parameters: parameters.map(([name, value]) => ({ name, value: { vi: value, en: value } })),
      }),
    }),
  );
  const user = showList();
  const zns = await card('Mã OTP qua Zalo');
  await user.click(zns.getByRole('button', { name: 'Lưu' }));
  expect(await zns.findByText(problem)).toBeTruthy();
  expect(bodies).toEqual([]);
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
