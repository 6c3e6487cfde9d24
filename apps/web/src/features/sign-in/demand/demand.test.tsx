import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useAuth } from '#state/auth.ts';
import { DemandPage } from './demand.page.tsx';

useMemberScreens();

const attack = '<img src=x onerror="document.title=1">';
const texts = {
  vi: { title: 'Điều khoản sử dụng', lead: 'Mở đầu', body: `## 1. Một\n\n${attack}\n\n- a\n- b` },
  en: { title: 'Terms of use', lead: 'Introduction', body: 'Text' },
};
const terms = { document: 'terms', version: 3, publishedAt: '2026-11-25T02:00:00.000Z', texts } as const;
const privacy = {
  ...terms,
  document: 'privacy',
  version: 2,
  texts: { ...texts, vi: { ...texts.vi, title: 'Chính sách bảo mật' } },
} as const;
const get = 'GET /vid/api/agreement';
const post = 'POST /vid/api/agreement';
const demanded = { ...person, demands: ['agree' as const] };

beforeEach(async () => {
  await loadTexts('reset');
  network().on(get, () => data({ isFirst: false, documents: [terms, privacy] }));
});

describe('the page that asks for agreement to new terms', () => {
  test('requires a tick for each document and records the versions', async () => {
    const user = userEvent.setup();
    const bodies: unknown[] = [];
    network().on(post, ({ body }) => {
      bodies.push(body);
      network().on('GET /vid/ajax/auth/me', () => data(person));
      return data(true);
    });
    renderPage(<DemandPage />, demanded);
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false]);
    expect(screen.getByRole('region', { name: 'Điều khoản sử dụng' }).textContent).toContain(
      'Phiên bản 3 · 25/11/2026',
    );
    await user.click(boxes[0] ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Đồng ý và tiếp tục' }));
    await screen.findByText('Vui lòng đánh dấu vào ô này để tiếp tục.');
    expect(bodies).toEqual([]);
    await user.click(boxes[1] ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Đồng ý và tiếp tục' }));
    await waitFor(() => expect(useAuth.getState().user?.demands).toEqual([]));
    expect(bodies).toEqual([
      {
        language: 'vi',
        documents: [
          { document: 'terms', version: 3 },
          { document: 'privacy', version: 2 },
        ],
      },
    ]);
  });

  test.each([
    [[terms, privacy], 'Điều khoản và chính sách có phiên bản mới'],
    [[terms], 'Điều khoản sử dụng có phiên bản mới'],
    [[privacy], 'Chính sách bảo mật có phiên bản mới'],
  ])('names the changed documents in the title', async (documents, name) => {
    network().on(get, () => data({ isFirst: false, documents }));
    renderPage(<DemandPage />, demanded);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Văn bản cần đồng ý');
    expect(await screen.findAllByRole('checkbox')).toHaveLength(documents.length);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name);
  });

  test('F3 shows markup in a document as text', async () => {
    network().failOnce('GET /vid/api/agreement');
    renderPage(<DemandPage />, demanded);
    await screen.findAllByText(attack);
    expect(document.querySelector('img[src=x]')).toBeNull();
    expect(screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toContain(
      'a',
    );
  });

  test('replaces an outdated document by its newer version', async () => {
    const user = userEvent.setup();
    network().on(get, () => data({ isFirst: true, documents: [terms] }));
    network().on(post, () => refusal(409, { error: 'Trang này đã cũ.', message: 'PAGE_OUTDATED' }));
    network().failOnce(post);
    renderPage(<DemandPage />, demanded);
    await screen.findByRole('heading', { name: 'Trước khi bắt đầu' });
    await user.click(await screen.findByRole('checkbox'));
    network().on(get, () => data({ isFirst: true, documents: [{ ...terms, version: 4 }] }));
    await user.click(screen.getByRole('button', { name: 'Đồng ý và tiếp tục' }));
    await screen.findByText('Vừa có phiên bản mới hơn. Vui lòng đọc lại văn bản.');
    expect(screen.getByText(/Phiên bản 4/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  });

  test('offers to sign out if the texts cannot be loaded', async () => {
    const user = userEvent.setup();
    network().on(get, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    renderPage(<DemandPage />, demanded);
    await screen.findByText(/Chưa tải được văn bản/);
    expect(screen.getByRole('button', { name: 'Đăng xuất' })).toBeDefined();
    network().on(get, () => data({ isFirst: false, documents: [terms] }));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    await screen.findByRole('checkbox');
  });

  test('loads the account when the user has agreed in another tab', async () => {
    network().on(get, () => data({ isFirst: false, documents: [] }));
    network().on('GET /vid/ajax/auth/me', () => data(person));
    renderPage(<DemandPage />, demanded);
    await waitFor(() => expect(useAuth.getState().user?.demands).toEqual([]));
  });
});
