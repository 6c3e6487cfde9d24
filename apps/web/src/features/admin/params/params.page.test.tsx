import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { type ShownPage, testShownPages } from '../../../../test/shown-pages.tsx';
import { params as appParams } from '../../../../test/params.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useCategory } from '#state/category.ts';
import type { Params } from './params.ts';
import { ParamsPage } from './params.page.tsx';

useMemberScreens();

const state = { version: 0, changedAt: null, changedBy: null };
const unchanged = <Value,>(value: Value) => ({ value, builtIn: value, ...state });
const params: Params = {
  brand: unchanged({
    name: { vi: 'Hội Thử nghiệm', en: 'Test Association' },
    shortName: { vi: 'HTN', en: 'TA' },
    logo: null,
    colours: null,
  }),
  contact: unchanged({ phone: '1900 1234', email: null, address: null }),
  slides: unchanged([{ title: { vi: 'Một', en: 'One' }, text: { vi: 'Chữ', en: 'Text' }, image: null }]),
  provinces: unchanged([{ code: '01', name: { vi: 'Hà Nội', en: 'Hanoi' }, isDisabled: false }]),
  messages: unchanged([]),
  zns: unchanged({ template: null, parameters: [] }),
  objects: unchanged([{ code: 'broker', name: { vi: 'Nhà môi giới', en: 'Broker' }, isDisabled: false }]),
};

beforeEach(async () => {
  await loadTexts('admin');
  sessionStorage.clear();
  network().on('GET /vid/api/admin/params', () => data(params));
  network().on('GET /vid/gateway/app/params', () => refusal(429, { error: 'x', message: 'RATE_LIMITED' }));
});

const menu = async () => within(await screen.findByRole('navigation', { name: 'Tất cả các phần' }));

/** Returns the card of the shown section once the form has its values. */
async function form(name: string) {
  await waitFor(() => within(screen.getByRole('region', { name })).getByRole('button', { name: 'Lưu' }));
  return within(screen.getByRole('region', { name }));
}

const card = async (name: string) => {
  fireEvent.click((await menu()).getByRole('link', { name: new RegExp(`^${name}`, 'u') }));
  return form(name);
};
const show = () => void renderPage(<ParamsPage />, { ...person, role: 'admin' });

test('the parameters page shows one section at a time', async () => {
  show();
  await card('Nhận diện');
  await card('Liên hệ');
  expect(screen.queryByRole('region', { name: 'Nhận diện' })).toBeNull();
  const current = (await menu()).getByRole('link', { current: 'page' });
  expect(current).toHaveProperty('search', '?section=contact');
});

test('the parameters page focuses the section that a link opens', async () => {
  show();
  const contact = (await menu()).getByRole('link', { name: /^Liên hệ/u });
  contact.focus();
  fireEvent.click(contact);
  const region = await screen.findByRole('region', { name: 'Liên hệ' });
  await waitFor(() => expect(document.activeElement?.contains(region)).toBe(true));
});

test('the parameters page reports a failed load on phones too', async () => {
  network().on('GET /vid/api/admin/params', () => refusal(500, { error: 'x', message: 'INTERNAL' }));
  show();
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  expect(retry.closest('.max-lg\\:hidden')).toBeNull();
  network().on('GET /vid/api/admin/params', () => data(params));
  fireEvent.click(retry);
  expect((await screen.findByRole('button', { name: 'Lưu' })).closest('.max-lg\\:hidden')).not.toBeNull();
});

test('the menu of the parameters says which sections differ from the default', async () => {
  const user = userEvent.setup();
  network().on('GET /vid/api/admin/params', () =>
    data({
      ...params,
      brand: { ...params.brand, builtIn: { ...params.brand.value, name: { vi: 'Hội', en: 'Association' } } },
    }),
  );
  show();
  const contact = await card('Liên hệ');
  await user.type(contact.getByRole('textbox', { name: /Email/u }), 'a@b.vn');
  await card('Nhận diện');
  const states = (await menu()).getAllByRole('link').map(({ textContent }) => textContent);
  expect(states.slice(0, 3)).toEqual([
    'Nhận diệnĐã đổi 2 mục',
    'Liên hệCó thay đổi chưa lưu',
    'Giới thiệuMặc định',
  ]);
});

test('a section of the parameters lists how it differs from the default', async () => {
  network().on('GET /vid/api/admin/params', () =>
    data({ ...params, contact: { ...params.contact, builtIn: { ...params.contact.value, phone: '0' } } }),
  );
  show();
  const contact = await card('Liên hệ');
  fireEvent.click(contact.getByText('Khác mặc định 1 mục'));
  expect(contact.getByRole('listitem').textContent).toBe('Số điện thoại hỗ trợ: 0 → 1900 1234');
  expect((await card('Nhận diện')).getByText('Đang dùng nội dung mặc định.')).toBeTruthy();
});

test('the menu of the parameters reports no unsaved values after a save', async () => {
  const user = userEvent.setup();
  network().on('PUT /vid/api/admin/params/:name', () => {
    const value = { ...params.contact.value, email: 'a@b.vn' };
    network().on('GET /vid/api/admin/params', () =>
      data({ ...params, contact: { ...params.contact, value, version: 1 } }),
    );
    return data({ version: 1 });
  });
  const refreshed = Promise.withResolvers<void>();
  network().on('GET /vid/gateway/app/params', async () => {
    await refreshed.promise;
    return refusal(429, { error: 'x', message: 'RATE_LIMITED' });
  });
  show();
  const contact = await card('Liên hệ');
  await user.type(contact.getByRole('textbox', { name: /Email/u }), 'a@b.vn');
  await user.click(contact.getByRole('button', { name: 'Lưu' }));
  expect(await (await menu()).findByText('Đã đổi 1 mục')).toBeTruthy();
  refreshed.resolve();
  await contact.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  expect((await menu()).queryByText('Có thay đổi chưa lưu')).toBeNull();
});

test('a section of the parameters hides the URL of an uploaded image', async () => {
  const value = { ...params.brand.value, logo: '/vid/api/brand/img_1' };
  network().on('GET /vid/api/admin/params', () => data({ ...params, brand: { ...params.brand, value } }));
  show();
  const brand = await card('Nhận diện');
  expect(brand.getByRole('listitem', { hidden: true }).textContent).toBe('Logo: – → ảnh đã tải lên');
});

test('the parameters page uploads, shows, saves and removes a logo', async () => {
  const user = userEvent.setup();
  const bodies: unknown[] = [];
  network().on('POST /vid/api/admin/params/images', () => data({ url: '/vid/api/brand/img_1' }));
  network().on('PUT /vid/api/admin/params/:name', ({ body }) => {
    bodies.push(body);
    return data({ version: bodies.length });
  });
  show();
  const brand = await card('Nhận diện');
  const logo = within(brand.getByRole('group', { name: /^Logo/u }));
  expect(logo.queryByRole('img')).toBeNull();
  const picture = new File(['x'], 'logo.png', { type: 'image/png' });
  await user.upload(logo.getByLabelText('Chọn ảnh', { selector: 'input' }), picture);
  const shown = await logo.findByRole('img', { name: 'Logo hiện tại' });
  expect(shown.getAttribute('src')).toContain('/vid/api/brand/img_1');
  await user.click(brand.getByRole('button', { name: 'Lưu' }));
  await brand.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  expect(bodies.at(-1)).toMatchObject({ value: { logo: '/vid/api/brand/img_1' } });
  await user.click(logo.getByRole('button', { name: 'Bỏ ảnh' }));
  expect(logo.queryByRole('img')).toBeNull();
  await user.click(brand.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ value: { logo: null } }));
});

test('the parameters page keeps values that conflict with a newer version', async () => {
  const user = userEvent.setup();
  network().on('PUT /vid/api/admin/params/:name', () =>
    refusal(409, { error: 'Đã có thay đổi khác.', message: 'PARAMS_CHANGED' }),
  );
  show();
  const contact = await card('Liên hệ');
  const field = contact.getByRole('textbox', { name: /Số điện thoại hỗ trợ/ });
  await user.clear(field);
  await user.type(field, '1900 5678');
  network().on('GET /vid/api/admin/params', () =>
    data({ ...params, contact: { ...params.contact, version: 3 } }),
  );
  await user.click(contact.getByRole('button', { name: 'Lưu' }));
  await contact.findByText('Đã có thay đổi khác.');
  expect(contact.getByText(/^Nội dung bạn nhập vẫn còn ở đây\./u)).toBeTruthy();
  expect(field).toHaveProperty('value', '1900 5678');
  const bodies: unknown[] = [];
  network().on('PUT /vid/api/admin/params/:name', ({ body }) => {
    bodies.push(body);
    return data({ version: 4 });
  });
  await user.click(contact.getByRole('button', { name: 'Lưu' }));
  await contact.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  expect(bodies).toEqual([{ version: 3, value: { phone: '1900 5678', email: null, address: null } }]);
});

test('the parameters page keeps unsaved values until they are discarded', async () => {
  const user = userEvent.setup();
  show();
  const brand = await card('Nhận diện');
  const name = () => brand.getByRole('textbox', { name: 'Tên Hội (tiếng Việt)' });
  await user.clear(name());
  await user.type(name(), 'Hội Mới');
  expect(sessionStorage.getItem('vidPersist:drafts')).toContain('Hội Mới');
  await user.click(brand.getByRole('button', { name: 'Bỏ thay đổi' }));
  expect(name()).toHaveProperty('value', 'Hội Thử nghiệm');
  expect(sessionStorage.getItem('vidPersist:drafts')).not.toContain('Hội Mới');
});

test('the parameters page previews the sender that an SMS names', async () => {
  const user = userEvent.setup();
  show();
  const brand = await card('Nhận diện');
  expect(brand.getByText('SMS bắt đầu bằng “HTN:”.')).toBeDefined();
  const shortName = brand.getByRole('textbox', { name: 'Tên ngắn (tiếng Việt)' });
  await user.clear(shortName);
  await user.type(shortName, 'Hội Đất');
  expect(brand.getByText('SMS bắt đầu bằng “Hoi Dat:”.')).toBeDefined();
  await user.type(shortName, ' Thủ Đô');
  expect(brand.getByText('SMS bắt đầu bằng “VID:”.')).toBeDefined();
});

test('the parameters page derives the hover colour from the main colour', async () => {
  show();
  const brand = await card('Nhận diện');
  const main = brand.getByLabelText(/^Màu chính, nền sáng/);
  const hover = brand.getByLabelText(/^Màu khi trỏ chuột, nền sáng/);
  fireEvent.input(main, { target: { value: '#7a1f3d' } });
  expect(hover).toHaveProperty('value', '#621931');
  fireEvent.input(main, { target: { value: '#000064' } });
  expect(hover).toHaveProperty('value', '#000050');
  fireEvent.input(hover, { target: { value: '#111111' } });
  fireEvent.input(main, { target: { value: '#7a1f3d' } });
  expect(hover).toHaveProperty('value', '#111111');
});

test('the parameters page rejects an invalid register URL of a province', async () => {
  const bodies: unknown[] = [];
  network().on('PUT /vid/api/admin/params/:name', ({ body }) => {
    bodies.push(body);
    return data({ version: 1 });
  });
  const user = renderPage(<ParamsPage />, { ...person, role: 'admin' }, '/admin/params?register=01');
  const provinces = await form('Tỉnh/Thành phố');
  const field = provinces.getByRole('textbox', { name: /^Địa chỉ danh sách chứng chỉ/u });
  await waitFor(() => expect(document.activeElement).toBe(field));
  const save = provinces.getByRole('button', { name: 'Lưu' });
  for (const refused of ['sxd.example.vn', 'javascript:alert(1)', 'https://u:p@sxd.example.vn']) {
    await user.clear(field);
    await user.type(field, refused);
    await user.click(save);
    await provinces.findByText('Vui lòng nhập địa chỉ đầy đủ, bắt đầu bằng https://.');
  }
  await user.clear(field);
  await user.type(field, 'https://sxd.example.vn/chung-chi');
  await user.click(save);
  await provinces.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  const [hanoi] = params.provinces.value;
  expect(bodies).toEqual([
    { version: 0, value: [{ ...hanoi, registerUrl: 'https://sxd.example.vn/chung-chi' }] },
  ]);
});

test('the parameters page labels each name of an entry with its language', async () => {
  show();
  for (const [section, name, english] of [
    ['Nhóm hội viên', 'Nhà môi giới', 'Broker'],
    ['Tỉnh/Thành phố', 'Hà Nội', 'Hanoi'],
  ] as const) {
    const names = within((await card(section)).getByRole('group', { name, hidden: true }));
    expect(names.getByLabelText('Tên (tiếng Việt)')).toHaveProperty('value', name);
    expect(names.getByLabelText('Tên (tiếng Anh)')).toHaveProperty('value', english);
  }
});

const at = '2026-11-20T03:00:00.000Z';
const valueOf = (phone: string) => ({ phone, email: null, address: null });

/**
 * Serves a contact whose phone was changed to each of `phones`, oldest first. Returns the bodies of the restore
 * requests, and a function that serves another phone.
 */
function serveContact(...phones: string[]) {
  const version = phones.length;
  const change = { version, changedAt: at, changedBy: 'Lê Thị Ổn' };
  const items = phones.map((phone, index) => ({
    version: index + 1,
    at,
    by: null,
    before: index === 0 ? null : valueOf(phones[index - 1] ?? ''),
    after: valueOf(phone),
  }));
  const serve = (phone: string) =>
    network().on('GET /vid/api/admin/params', () =>
      data({ ...params, contact: { ...unchanged(valueOf(phone)), ...change } }),
    );
  serve(phones.at(-1) ?? '');
  network().on('GET /vid/api/admin/params/:name/history', () =>
    data({ items: items.toReversed(), next: null, builtIn: valueOf('0') }),
  );
  const restores: unknown[] = [];
  network().on('POST /vid/api/admin/params/:name/restore', ({ body }) => {
    restores.push(body);
    return data({ version: version + 1 });
  });
  return { restores, serve };
}

const historyButton = async () => (await card('Liên hệ')).getByRole('button', { name: 'Lịch sử' });

async function openRestore(user: ReturnType<typeof userEvent.setup>, button: RegExp, index = 0) {
  await user.click(await historyButton());
  const history = within(await screen.findByRole('dialog', { name: 'Lịch sử: Liên hệ' }));
  const buttons = await history.findAllByRole('button', { name: button });
  const pressed = buttons[index];
  if (!pressed) throw new Error('no button');
  await user.click(pressed);
  const dialog = within(await screen.findByRole('dialog', { name: 'Khôi phục: Liên hệ' }));
  return { pressed, dialog };
}

test('the parameter history names the changes before it restores a version', async () => {
  const user = userEvent.setup();
  const { restores } = serveContact('1', '2', '3');
  show();
  for (const [button, index, former, to] of [
    [/^Khôi phục bản này \(lưu lúc/, 1, '1', 1],
    [/^Khôi phục bản này \(nội dung mặc định\)/, 0, '0', 0],
    [/^Hoàn tác/, 0, '2', 2],
  ] as const) {
    const { dialog } = await openRestore(user, button, index);
    expect(dialog.getByRole('listitem').textContent).toBe(`Số điện thoại hỗ trợ: 3 → ${former}`);
    await user.click(dialog.getByRole('button', { name: 'Khôi phục' }));
    await waitFor(() => expect(restores.at(-1)).toEqual({ version: 3, to }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const opener = await historyButton();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
});

test('the parameter history returns the focus if no version is restored', async () => {
  const user = userEvent.setup();
  serveContact('1', '2', '3');
  show();
  const { pressed, dialog } = await openRestore(user, /^Khôi phục bản này \(lưu lúc/, 1);
  await user.click(dialog.getByRole('button', { name: 'Hủy' }));
  await waitFor(() => expect(document.activeElement).toBe(pressed));
  expect(screen.getByRole('dialog', { name: 'Lịch sử: Liên hệ' })).toBeTruthy();
});

test('the parameter history offers no restore of an identical version', async () => {
  const user = userEvent.setup();
  serveContact('1', '2', '1');
  show();
  const { dialog } = await openRestore(user, /^Khôi phục bản này \(lưu lúc/, 1);
  expect(dialog.getByText('Bản này giống nội dung hiện tại.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Khôi phục' })).toBeNull();
});

test('the dialog that restores parameters names the changes until it closes', async () => {
  const user = userEvent.setup();
  const { serve } = serveContact('1', '2');
  network().on('PUT /vid/api/admin/params/:name', () => data({ version: 2 }));
  const [refreshing, refreshed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  show();
  const contact = await card('Liên hệ');
  await user.click(contact.getByRole('button', { name: 'Lưu' }));
  await contact.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  const { dialog } = await openRestore(user, /^Khôi phục bản này \(lưu lúc/);
  serve('1');
  network().on('GET /vid/gateway/app/params', async () => {
    refreshing.resolve();
    await refreshed.promise;
    return refusal(429, { error: 'x', message: 'RATE_LIMITED' });
  });
  await user.click(dialog.getByRole('button', { name: 'Khôi phục' }));
  await refreshing.promise;
  expect(dialog.getByRole('listitem').textContent).toBe('Số điện thoại hỗ trợ: 2 → 1');
  refreshed.resolve();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(contact.getByText(/^Lê Thị Ổn thay đổi lúc/)).toBeTruthy();
});

test('the parameters page rejects a province code that is already used', async () => {
  const user = userEvent.setup();
  const bodies: unknown[] = [];
  let { provinces } = params;
  network().on('GET /vid/api/admin/params', () => data({ ...params, provinces }));
  network().on('PUT /vid/api/admin/params/:name', ({ body }) => {
    bodies.push(body);
    return data({ version: 1 });
  });
  show();
  const section = await card('Tỉnh/Thành phố');
  const save = section.getByRole('button', { name: 'Lưu' });
  await user.click(section.getByText('Xem và sửa 1 tỉnh/thành phố'));
  await user.click(section.getByRole('button', { name: 'Thêm tỉnh/thành phố' }));
  const added = within(section.getByRole('group', { name: 'Tỉnh/thành phố mới 1' }));
  const code = added.getByRole('textbox', { name: /^Mã tỉnh/ });
  await user.type(code, '01');
  await user.type(added.getByLabelText('Tên (tiếng Việt)'), 'Hà Giang');
  await user.type(added.getByLabelText('Tên (tiếng Anh)'), 'Ha Giang');
  await user.click(section.getByText('Xem và sửa 1 tỉnh/thành phố'));
  await user.click(save);
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(code.closest('details')).toHaveProperty('open', true);
  expect(added.getByText('Vui lòng nhập mã hai chữ số không trùng với tỉnh/thành phố khác.')).toBeTruthy();
  expect(bodies).toEqual([]);
  await user.clear(code);
  await user.type(code, '02');
  const [hanoi] = params.provinces.value;
  if (!hanoi) throw new Error('no province');
  const value = [hanoi, { code: '02', name: { vi: 'Hà Giang', en: 'Ha Giang' }, isDisabled: false }];
  provinces = { ...provinces, value, version: 1 };
  await user.click(save);
  await section.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  expect(bodies).toEqual([{ version: 0, value }]);
  // The saved province is now a regular entry of the list.
  expect(section.queryByRole('group', { name: /^Tỉnh\/thành phố mới/, hidden: true })).toBeNull();
  expect(section.getByRole('group', { name: 'Hà Giang' }).closest('details')).toHaveProperty('open', true);
  await waitFor(() => expect(document.activeElement).toBe(section.getByRole('button', { name: 'Lưu' })));

  const objects = await card('Nhóm hội viên');
  const checkbox = objects.getByRole('checkbox', { name: 'Ngừng dùng Nhà môi giới' });
  await user.click(checkbox);
  await user.click(objects.getByRole('button', { name: 'Lưu' }));
  await objects.findByText('Cần giữ ít nhất một mục để hội viên chọn.');
  expect(bodies).toHaveLength(1);
});

test('the parameters page saves provinces and slides without a removed entry', async () => {
  const user = userEvent.setup();
  const bodies: unknown[] = [];
  const [slide] = params.slides.value;
  if (!slide) throw new Error('no slide');
  network().on('GET /vid/api/admin/params', () =>
    data({ ...params, slides: { ...params.slides, value: [slide, slide] } }),
  );
  network().on('PUT /vid/api/admin/params/:name', ({ body }) => {
    bodies.push(body);
    return data({ version: 1 });
  });
  show();
  for (const [name, add, remove, value] of [
    ['Tỉnh/Thành phố', 'Thêm tỉnh/thành phố', 'Bỏ tỉnh/thành phố thêm sau cùng', params.provinces.value],
    ['Giới thiệu', null, 'Bỏ trang cuối', [slide]],
  ] as const) {
    const section = await card(name);
    if (add !== null) {
      await user.click(section.getByText('Xem và sửa 1 tỉnh/thành phố'));
      await user.click(section.getByRole('button', { name: add }));
      await user.type(section.getByRole('textbox', { name: /^Mã tỉnh/ }), '02');
    }
    await user.click(section.getByRole('button', { name: remove }));
    expect(document.activeElement?.textContent).toMatch(/^Thêm /);
    expect(sessionStorage.getItem('vidPersist:drafts')).not.toContain('added');
    await user.click(section.getByRole('button', { name: 'Lưu' }));
    await section.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
    expect(bodies.at(-1)).toEqual({ version: 0, value });
  }
});

test('the parameters page requires the title of an added slide', async () => {
  const user = userEvent.setup();
  show();
  const slides = await card('Giới thiệu');
  await user.click(slides.getByRole('button', { name: 'Thêm trang' }));
  await user.click(slides.getByRole('button', { name: 'Lưu' }));
  const added = within(slides.getByRole('group', { name: 'Trang 2' }));
  const title = added.getByLabelText('Tiêu đề (tiếng Việt)');
  await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(title));
});

test('the parameters page drops the errors of a removed entry', async () => {
  const user = userEvent.setup();
  show();
  const provinces = await card('Tỉnh/Thành phố');
  await user.click(provinces.getByText('Xem và sửa 1 tỉnh/thành phố'));
  const add = () => user.click(provinces.getByRole('button', { name: 'Thêm tỉnh/thành phố' }));
  const remove = () => user.click(provinces.getByRole('button', { name: 'Bỏ tỉnh/thành phố thêm sau cùng' }));
  const save = () => user.click(provinces.getByRole('button', { name: 'Lưu' }));
  const type = (name: RegExp, text: string) => {
    const added = within(provinces.getByRole('group', { name: 'Tỉnh/thành phố mới 1' }));
    return user.type(added.getByRole('textbox', { name }), text);
  };
  await add();
  await save();
  expect(provinces.getAllByText(/^Vui lòng nhập/u)).toHaveLength(3);
  await remove();
  await add();
  expect(provinces.queryAllByText(/^Vui lòng nhập/u)).toEqual([]);

  await type(/^Mã tỉnh/u, '01');
  await type(/Việt/u, 'Mới');
  await type(/Anh/u, 'New');
  await save();
  await provinces.findByText(/^Vui lòng nhập mã hai chữ số/u);
  await remove();
  await add();
  expect(provinces.queryByText(/^Vui lòng nhập mã hai chữ số/u)).toBeNull();
});

const appliedRules = () =>
  [...document.adoptedStyleSheets]
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join('');

test('the association’s saved colour and name apply in the open tab', async () => {
  const user = userEvent.setup();
  network().on('PUT /vid/api/admin/params/:name', () => data({ version: 1 }));
  const colours = {
    light: { brand: '#7a1f3d', hover: '#621931' },
    dark: { brand: '#f0a0b8', hover: '#f4b8ca' },
  };
  const apply = (loaded: typeof colours | null, vi: string) =>
    network().on('GET /vid/gateway/app/params', () =>
      data({
        ...appParams,
        configurations: { ...appParams.configurations, colours: loaded, associationName: { vi, en: 'A' } },
      }),
    );
  apply(colours, 'Hội Mới');
  network().failOnce('GET /vid/gateway/app/params');
  show();
  const brand = await card('Nhận diện');
  await user.click(brand.getByRole('button', { name: 'Lưu' }));
  await brand.findByText('Đã lưu. Thay đổi có hiệu lực ngay.');
  expect(useCategory.getState().configurations?.associationName.vi).toBe('Hội Mới');
  expect(appliedRules()).toContain('#7a1f3d');
  apply(null, 'Hội');
  await user.click(brand.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(appliedRules()).toContain('--color-brand: revert-layer'));
  expect(appliedRules()).not.toContain('#7a1f3d');
});

test('a brand colour with too little contrast is not saved', async () => {
  const user = userEvent.setup();
  show();
  const brand = await card('Nhận diện');
  expect(brand.queryByText(/^Khó đọc trên/u)).toBeNull();
  fireEvent.input(brand.getByLabelText(/^Màu chính, nền sáng/u), { target: { value: '#999999' } });
  expect(
    brand.getByText(/^Khó đọc trên nền sáng: .* có độ tương phản 2,\d, cần ít nhất 4,5\.$/u),
  ).toBeTruthy();
  expect(brand.getByText(/^Độ tương phản thấp nhất, nền sáng: 2,\d$/u)).toBeTruthy();
  expect(brand.queryByText(/^Độ tương phản thấp nhất, nền tối: 2,\d$/u)).toBeNull();
  await user.click(brand.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(brand.getAllByText(/^Khó đọc trên nền sáng/u)).toHaveLength(2));
  expect(network().calls.filter(({ endpoint }) => endpoint.startsWith('PUT'))).toEqual([]);
});

test('the sign-in page is previewed with the unsaved brand values', async () => {
  const user = userEvent.setup();
  await loadTexts('core', 'signUp', 'reset', 'sso');
  show();
  const brand = await card('Nhận diện');
  const name = brand.getByRole('textbox', { name: 'Tên Hội (tiếng Việt)' });
  await user.clear(name);
  await user.type(name, 'Hội Mới');
  fireEvent.input(brand.getByLabelText(/^Màu chính, nền sáng/u), { target: { value: '#7a1f3d' } });
  document.title = 'Cấu hình';
  await user.click(brand.getByRole('button', { name: 'Xem trên trang đăng nhập' }));
  const preview = await screen.findByRole('dialog', { name: 'Xem trước trang đăng nhập' });
  const close = within(preview).getByRole('button', { name: 'Đóng' });
  await waitFor(() => expect(document.activeElement).toBe(close));
  await waitFor(() => expect(useCategory.getState().configurations?.associationName.vi).toBe('Hội Mới'));
  expect(preview.querySelector('[inert] form')).not.toBeNull();
  expect(appliedRules()).toContain('#7a1f3d');
  await user.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(useCategory.getState().configurations?.associationName.vi).toBe('Hội Thử nghiệm');
  expect([appliedRules().includes('#7a1f3d'), document.title]).toEqual([false, 'Cấu hình']);
  expect(name).toHaveProperty('value', 'Hội Mới');
});

test('the upload button of a logo is busy during an upload', async () => {
  const user = userEvent.setup();
  const upload = 'POST /vid/api/admin/params/images';
  const { promise, resolve } = Promise.withResolvers<void>();
  network().on(upload, () =>
    promise.then(() => refusal(400, { error: 'Ảnh hỏng.', message: 'VALIDATION_FAILED' })),
  );
  show();
  const brand = await card('Nhận diện');
  const logo = within(brand.getByRole('group', { name: /^Logo/u }));
  const input = logo.getByLabelText('Chọn ảnh', { selector: 'input' });
  expect(input.getAttribute('accept')).toBe('image/jpeg,image/png,image/webp');
  const picture = new File(['x'], 'logo.png', { type: 'image/png' });
  await user.upload(input, picture);
  expect(logo.getByRole('button', { name: 'Chọn ảnh' }).getAttribute('aria-busy')).toBe('true');
  resolve();
  expect(await logo.findByText('Ảnh hỏng.')).toBeTruthy();
  expect(logo.getByRole('button', { name: 'Chọn ảnh' }).getAttribute('aria-busy')).toBeNull();
  network().on(upload, () => data({ url: '/vid/api/brand/img_1' }));
  await user.upload(input, picture);
  expect(await logo.findByRole('button', { name: 'Đổi ảnh' })).toBeTruthy();
  expect(logo.queryByText('Ảnh hỏng.')).toBeNull();
});

test('the parameters page keeps at least one slide and at most six', async () => {
  show();
  const slides = await card('Giới thiệu');
  expect(slides.queryByRole('button', { name: 'Bỏ trang cuối' })).toBeNull();
  for (let count = 1; count < 6; count += 1)
    fireEvent.click(slides.getByRole('button', { name: 'Thêm trang' }));
  expect(slides.getAllByRole('group', { name: /^Trang \d$/u })).toHaveLength(6);
  expect(slides.queryByRole('button', { name: 'Thêm trang' })).toBeNull();
  expect(slides.getByRole('button', { name: 'Bỏ trang cuối' })).toBeTruthy();
});

const named = (name: string) =>
  Array.from({ length: 8 }, (_, index) => ({
    code: `0${index + 1}`,
    name: { vi: `${name} ${index}`, en: 'Province' },
    isDisabled: false,
  }));

test('a section of the parameters lists six differences and counts the others', async () => {
  network().on('GET /vid/api/admin/params', () =>
    data({ ...params, provinces: { ...params.provinces, value: named('Mới'), builtIn: named('Cũ') } }),
  );
  show();
  const provinces = await card('Tỉnh/Thành phố');
  fireEvent.click(provinces.getByText('Khác mặc định 8 mục'));
  const items = provinces.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toHaveLength(7);
  expect(items.at(-1)).toBe('và 2 chỗ khác');
});

const change = (version: number) => ({
  version,
  at,
  by: null,
  before: version === 1 ? null : valueOf(String(version - 1)),
  after: valueOf(String(version)),
});

test('the parameter history loads earlier changes on request', async () => {
  const user = userEvent.setup();
  serveContact('1', '2', '3');
  const list = 'GET /vid/api/admin/params/:name/history';
  network().on(list, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
  show();
  await user.click(await historyButton());
  const history = within(await screen.findByRole('dialog', { name: 'Lịch sử: Liên hệ' }));
  await history.findByText('Chậm lại.');
  const asked: (string | null)[] = [];
  network().on(list, ({ query }) => {
    const cursor = query.get('after');
    asked.push(cursor);
    return cursor === null
      ? data({ items: [change(3), change(2)], next: 'c1', builtIn: valueOf('0') })
      : data({ items: [change(1)], next: null, builtIn: valueOf('0') });
  });
  await user.click(history.getByRole('button', { name: 'Thử lại' }));
  const more = await history.findByRole('button', { name: 'Xem thêm' });
  expect(history.queryByText('Nội dung mặc định')).toBeNull();
  await user.click(more);
  await history.findByText('Nội dung mặc định');
  expect(asked).toEqual([null, 'c1']);
  expect(history.queryByRole('button', { name: 'Xem thêm' })).toBeNull();
});

test('the parameter history offers no undo for an outdated section', async () => {
  const user = userEvent.setup();
  serveContact('1', '2');
  const items = [3, 2, 1].map((version) => ({ version, at, by: null, before: null, after: valueOf('1') }));
  network().on('GET /vid/api/admin/params/:name/history', () =>
    data({ items, next: null, builtIn: valueOf('0') }),
  );
  show();
  await user.click(await historyButton());
  const history = within(await screen.findByRole('dialog', { name: 'Lịch sử: Liên hệ' }));
  await history.findByText('Nội dung mặc định');
  expect(history.queryByRole('button', { name: /^Hoàn tác/u })).toBeNull();
  expect(history.getAllByRole('button', { name: /^Khôi phục bản này \(lưu lúc/u })).toHaveLength(1);
});

describe('the pages of the parameters', () => {
  const sections = ['brand', 'contact', 'slides', 'provinces', 'objects'].map(
    (name) => [`the section ${name}`, { path: `/admin/params?section=${name}` }] as const,
  );
  const history: ShownPage = {
    path: '/admin/params?section=contact',
    answers: () => {
      serveContact('1', '2');
      network().on('GET /vid/api/admin/params/:name/history', () =>
        data({
          items: [
            { version: 3, at, by: null, before: valueOf('2'), after: null },
            { version: 2, at, by: 'Lê Thị Ổn', before: valueOf('1'), after: valueOf('2') },
            { version: 1, at, by: null, before: null, after: valueOf('1') },
          ],
          next: null,
          builtIn: valueOf('0'),
        }),
      );
    },
    steps: (press) => press('Lịch sử'),
    of: 'dialog',
  };
  testShownPages({ ...Object.fromEntries(sections), 'the history of a section': history }, ({ path }) =>
    renderPage(<ParamsPage />, { ...person, role: 'admin' }, path),
  );
});
