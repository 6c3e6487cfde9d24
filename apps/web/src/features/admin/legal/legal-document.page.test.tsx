import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { LegalDocumentPage } from './legal-document.page.tsx';

useMemberScreens();

const texts = {
  vi: { title: 'Điều khoản', lead: 'Mở đầu', body: '## 1. Một\n\nNội dung' },
  en: { title: 'Terms', lead: 'Introduction', body: '## 1. One\n\nText' },
};
const terms = { document: 'terms', version: 1, publishedAt: '2026-11-24T02:00:00.000Z', texts } as const;
const privacy = { ...terms, document: 'privacy' } as const;
const hash = 'a'.repeat(64);
const builtIn = {
  version: 1,
  publishedAt: terms.publishedAt,
  publishedBy: null,
  requiresAgreement: true,
  hashes: { vi: hash, en: hash },
};
const publish = 'POST /vid/api/admin/legal/:document';

beforeEach(async () => {
  await loadTexts('admin');
  sessionStorage.clear();
  network().on('GET /vid/api/admin/legal', () => data({ terms, privacy }));
  network().on('GET /vid/api/admin/legal/:document/history', () => data({ items: [builtIn], next: null }));
});

const show = () =>
  renderPage(
    <Routes>
      <Route path={areaPaths.adminLegal} element={<LegalDocumentPage />} />
    </Routes>,
    { ...person, role: 'admin' },
    pathTo(areaPaths.adminLegal, { document: 'terms' }),
  );
/** Returns a card once the forms have their values. */
const card = async (name: string) => {
  await screen.findAllByRole('textbox');
  return within(screen.getByRole('region', { name }));
};

test('the legal editor publishes a text only after a confirmation', async () => {
  const user = userEvent.setup();
  const bodies: unknown[] = [];
  network().on(publish, ({ body }) => {
    bodies.push(body);
    return data({ version: 2 });
  });
  show();
  const text = await card('Nội dung');
  const body = text.getByRole('textbox', { name: /^Văn bản \(tiếng Việt\)/ });
  await user.clear(body);
  await user.type(body, '## 1. Mới{enter}{enter}<b>Chữ</b>');
  const preview = await card('Xem trước');
  expect(preview.getByRole('heading', { name: '1. Mới' })).toBeDefined();
  expect(preview.getByText('<b>Chữ</b>')).toBeDefined();
  await user.click(text.getByRole('button', { name: 'Công bố' }));
  expect(text.getByText('Vui lòng chọn hội viên có phải đồng ý lại hay không.')).toBeDefined();
  await user.click(text.getByRole('radio', { name: /Phải đồng ý lại/ }));
  await user.click(text.getByRole('button', { name: 'Công bố' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/kể cả bạn/)).toBeDefined();
  expect(bodies).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Công bố' }));
  await screen.findByText(/Đã công bố phiên bản 2/);
  expect(bodies).toEqual([
    {
      replaces: 1,
      requiresAgreement: true,
      texts: { ...texts, vi: { ...texts.vi, body: '## 1. Mới\n\n<b>Chữ</b>' } },
    },
  ]);
});

test('the legal editor previews the text in either language', async () => {
  const user = userEvent.setup();
  show();
  const preview = await card('Xem trước');
  expect(preview.getByRole('radio', { name: 'Tiếng Việt' })).toHaveProperty('checked', true);
  await user.click(preview.getByRole('radio', { name: 'Tiếng Anh' }));
  expect(preview.getByRole('heading', { name: 'Terms' })).toBeDefined();
});

test('the legal editor keeps the draft if another administrator has published', async () => {
  const user = userEvent.setup();
  network().on(publish, () => refusal(409, { error: 'Đã có bản khác.', message: 'PARAMS_CHANGED' }));
  show();
  const text = await card('Nội dung');
  const title = text.getByRole('textbox', { name: 'Tiêu đề (tiếng Việt)' });
  await user.type(title, ' mới');
  await user.click(text.getByRole('radio', { name: /Sửa lỗi nhỏ/ }));
  await user.click(text.getByRole('button', { name: 'Công bố' }));
  const dialog = within(await screen.findByRole('dialog'));
  network().on('GET /vid/api/admin/legal', () => data({ terms: { ...terms, version: 2 }, privacy }));
  await user.click(dialog.getByRole('button', { name: 'Công bố' }));
  await dialog.findByText('Đã có bản khác.');
  expect(dialog.queryByRole('button', { name: 'Công bố' })).toBeNull();
  await user.click(dialog.getAllByRole('button', { name: 'Đóng' }).at(-1) ?? document.body);
  await screen.findByText(/Một quản trị viên khác vừa công bố/);
  expect(title).toHaveProperty('value', 'Điều khoản mới');
  const bodies: unknown[] = [];
  network().on(publish, ({ body }) => {
    bodies.push(body);
    return data({ version: 3 });
  });
  await user.click(text.getByRole('button', { name: 'Công bố' }));
  const again = within(await screen.findByRole('dialog', { name: 'Công bố phiên bản 3?' }));
  expect(again.queryByText('Đã có bản khác.')).toBeNull();
  expect(screen.queryByText(/Một quản trị viên khác vừa công bố/)).toBeNull();
  await user.click(again.getByRole('button', { name: 'Công bố' }));
  await screen.findByText(/Đã công bố phiên bản 3/);
  expect(bodies).toMatchObject([{ replaces: 2, requiresAgreement: false }]);
});

test('the legal editor does not publish an unchanged text', async () => {
  const user = show();
  const text = await card('Nội dung');
  await user.click(text.getByRole('radio', { name: /Sửa lỗi nhỏ/ }));
  await user.click(text.getByRole('button', { name: 'Công bố' }));
  expect(await text.findByText('Nội dung chưa thay đổi.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(text.queryByRole('button', { name: 'Bỏ thay đổi' })).toBeNull();
  await user.type(text.getByRole('textbox', { name: 'Tiêu đề (tiếng Việt)' }), ' mới');
  await user.click(text.getByRole('button', { name: 'Bỏ thay đổi' }));
  const restored = (await card('Nội dung')).getByRole('textbox', { name: 'Tiêu đề (tiếng Việt)' });
  expect(restored).toHaveProperty('value', 'Điều khoản');
  expect(sessionStorage.getItem('vidPersist:drafts')).not.toContain('Điều khoản mới');
});

test('the legal editor keeps no draft after a correction is published', async () => {
  const newer = {
    ...terms,
    version: 2,
    texts: { ...texts, vi: { ...texts.vi, title: 'Điều khoản mới' } },
  };
  network().on(publish, () => {
    network().on('GET /vid/api/admin/legal', () => data({ terms: newer, privacy }));
    const corrected = { ...builtIn, version: 2, publishedBy: 'Lê Thị Ổn', requiresAgreement: false };
    network().on('GET /vid/api/admin/legal/:document/history', () =>
      data({
        items: [{ ...corrected, version: 3 }, { ...corrected, publishedBy: null }, builtIn],
        next: null,
      }),
    );
    return data({ version: 2 });
  });
  const user = show();
  const text = await card('Nội dung');
  await user.type(text.getByRole('textbox', { name: 'Tiêu đề (tiếng Việt)' }), ' mới');
  await user.click(text.getByRole('radio', { name: /Sửa lỗi nhỏ/ }));
  await user.click(text.getByRole('button', { name: 'Công bố' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Công bố phiên bản 2?' }));
  expect(dialog.getByText(/^Hội viên không phải đồng ý lại\./u)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Công bố' }));
  await screen.findByText(/^Phiên bản 2 · /u);
  const rows = within(screen.getByRole('region', { name: 'Các phiên bản' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Lê Thị Ổn công bố lúc .*Sửa lỗi nhỏ, không cần đồng ý lại/u),
    expect.stringMatching(/Một quản trị viên công bố lúc .*Sửa lỗi nhỏ, không cần đồng ý lại/u),
    expect.stringMatching(/Có sẵn, từ .*Phải đồng ý lại/u),
  ]);
  expect(sessionStorage.getItem('vidPersist:drafts')).not.toContain('Điều khoản mới');
  expect(screen.queryByRole('button', { name: 'Bỏ thay đổi' })).toBeNull();
});

test('the legal editor lists a published version with a link to its text', async () => {
  show();
  const history = await card('Các phiên bản');
  const link = await history.findByRole('link', { name: /Đọc phiên bản 1/ });
  expect(link.getAttribute('href')).toContain('/terms?version=1');
  expect(link.getAttribute('target')).toBe('_blank');
});

test('the legal editor keeps the listed versions if others fail to load', async () => {
  const user = userEvent.setup();
  const path = 'GET /vid/api/admin/legal/:document/history';
  network().on(path, () => data({ items: [builtIn], next: 'more' }));
  show();
  const history = await card('Các phiên bản');
  await history.findByText('Phiên bản 1');
  network().on(path, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
  await user.click(history.getByRole('button', { name: 'Xem thêm' }));
  await history.findByText('Chậm lại.');
  expect(history.getByText('Phiên bản 1')).toBeDefined();
});

describe('the pages of a legal document', () => {
  testShownPages({ 'the terms': {} }, () => show());
});
