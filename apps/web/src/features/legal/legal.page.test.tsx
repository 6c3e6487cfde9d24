import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { termsText } from '@vid/contract/legal/terms-text';
import { data, refusal } from '../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { useCategory } from '#state/category.ts';
import { LegalPage } from './legal.page.tsx';

useMemberScreens();

const get = 'GET /vid/api/legal/:document';
const texts = {
  vi: { title: 'Điều khoản mới', lead: 'Mở đầu', body: '## 1. Một\n\n<script>alert(1)</script>' },
  en: { title: 'New terms', lead: 'Introduction', body: 'Text' },
};
const published = { document: 'terms', version: 4, publishedAt: '2026-11-25T20:00:00.000Z', texts } as const;

const publish = (termsVersion: string) =>
  useCategory.setState(({ configurations }) => ({
    configurations: configurations && { ...configurations, termsVersion },
  }));

describe('a legal page', () => {
  beforeEach(() => network().on(get, () => data(published)));

  test('shows a published version with its number and date in Vietnam', async () => {
    publish('4.1');
    renderPage(<LegalPage />, person, '/terms');
    await screen.findByRole('heading', { level: 1, name: 'Điều khoản mới' });
    expect(screen.getByText(/Phiên bản 4/).closest('p')?.textContent).toBe('Phiên bản 4 · 26/11/2026');
    expect(screen.getByText('<script>alert(1)</script>')).toBeDefined();
  });

  test('shows the built-in text if the server is unavailable', async () => {
    network().on(get, () => refusal(503, { error: 'Đang bận.', message: 'UNAVAILABLE' }));
    renderPage(<LegalPage />, person, '/terms');
    await screen.findByRole('heading', { level: 1, name: termsText.vi.title });
    expect(screen.getByText(/Phiên bản 1/).closest('p')?.textContent).toBe('Phiên bản 1 · 30/11/2026');
  });

  test('requests an earlier version by its number', async () => {
    publish('4.1');
    const asked: string[] = [];
    network().on(get, ({ query }) => {
      asked.push(query.toString());
      return data({ ...published, version: 2 });
    });
    renderPage(<LegalPage />, person, '/terms?version=2');
    await screen.findByText(/Phiên bản 2/);
    // A page of an earlier test may still repeat its request.
    expect(asked).toContain('version=2');
  });

  test('offers to load a published text again after a failure', async () => {
    publish('4.1');
    network().on(get, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    const user = renderPage(<LegalPage />, person, '/terms');
    await screen.findByText('Chậm lại.');
    network().on(get, () => data(published));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Điều khoản mới' })).toBeDefined();
  });
});
