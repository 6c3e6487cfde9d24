import { act, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { setLocale } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { LanguageSwitch } from './language-switch.tsx';

function boot(value: object): void {
  document.head.innerHTML = `<script type="application/json" id="vid-boot">${JSON.stringify(value)}</script>`;
}
const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

afterEach(async () => {
  document.head.innerHTML = '';
  await act(() => setLocale('vi'));
});

test('the language switch offers Vietnamese and English', async () => {
  boot({ locales: ['vi', 'en'] });
  await renderUi(<LanguageSwitch />);
  expect(names()).toEqual(['VI Tiếng Việt', 'EN English']);
});

test('the choice of Arabic mirrors the page and shows English texts', async () => {
  boot({ locales: ['vi', 'en', 'ar'] });
  const { user } = await renderUi(<LanguageSwitch />);
  await user.click(screen.getByRole('button', { name: 'AR العربية' }));
  await waitFor(() => expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'rtl' }));
  const pressed = screen.getAllByRole('button', { pressed: true }).map(({ lang }) => lang);
  expect(pressed).toEqual(['ar']);
});

test('the language switch offers Arabic while Arabic is the current language', async () => {
  boot({ locales: ['vi', 'en'] });
  await renderUi(<LanguageSwitch />);
  await act(() => setLocale('ar'));
  expect(names()).toEqual(['VI Tiếng Việt', 'EN English', 'AR العربية']);
});

function Lead() {
  const t = useT();
  return <p>{t('auth.signIn.lead')}</p>;
}

test('a prerendered page becomes Arabic without a hydration error', async () => {
  boot({ locales: ['vi', 'en', 'ar'] });
  await act(() => setLocale('en'));
  const root = document.createElement('div');
  const page = (
    <>
      <LanguageSwitch />
      <Lead />
    </>
  );
  root.innerHTML = renderToString(page);
  document.body.append(root);
  await act(() => setLocale('ar'));
  const onRecoverableError = vi.fn<() => void>();
  const app = await act(() => hydrateRoot(root, page, { onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(root.querySelector('p')?.textContent).toBe('Use your registered phone number.\u200E');
  expect(screen.getAllByRole('button', { pressed: true }).map(({ lang }) => lang)).toEqual(['ar']);
  act(() => app.unmount());
  root.remove();
});
