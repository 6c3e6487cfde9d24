import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { getLanguageTag, loadTexts, setLocale, t } from './i18n.ts';
import { areas } from '#shared/test/all-areas.ts';
import { type Area, loadArea } from './loaders.ts';
import { resolveLocale } from './locale.ts';
import { Rich } from './rich.tsx';
import { useLocale, useT } from './use-t.ts';

type Tokens = ReturnType<typeof compileMessageOrThrow>;

function argumentsOf(tokens: Tokens): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, , format] = token;
    const branches = typeof format === 'object' && format !== null ? Object.values(format) : [];
    return [name, ...branches.flatMap((branch) => (Array.isArray(branch) ? argumentsOf(branch) : []))];
  });
}

const tagsOf = (text: string): string[] => text.match(/<\/?\w+>/g) ?? [];
const unique = (names: string[]): string[] => [...new Set(names)].toSorted();

async function textsOf(area: Area, language: 'vi' | 'en'): Promise<[key: string, tokens: Tokens][]> {
  const texts = Object.entries(await loadArea(area, language));
  return texts.map(([key, text]) => [key, typeof text === 'string' ? compileMessageOrThrow(text) : text]);
}

async function shapeOf(area: Area, language: 'vi' | 'en') {
  const texts = await textsOf(area, language);
  return Object.fromEntries(
    texts.map(([key, tokens]) => [
      key,
      {
        isEmpty: tokens.length === 0,
        arguments: unique(argumentsOf(tokens)),
        tags: tagsOf(JSON.stringify(tokens)).toSorted(),
      },
    ]),
  );
}

describe.each(areas)('the messages of %s', (area) => {
  test('have the same keys, arguments and tags in both languages', async () => {
    const vietnamese = await shapeOf(area, 'vi');
    expect(await shapeOf(area, 'en')).toEqual(vietnamese);
    expect(Object.values(vietnamese).some(({ isEmpty }) => isEmpty)).toBe(false);
  });

  test('are in form NFC in Vietnamese', async () => {
    const letters = JSON.stringify(await textsOf(area, 'vi'));
    expect(letters).toBe(letters.normalize('NFC'));
  });
});

function Sample() {
  const translate = useT();
  return (
    <label>
      {translate('common.phone')} {useLocale()}
      <input />
    </label>
  );
}

describe('translation', () => {
  test('takes the language from storage, the query or the default', () => {
    expect(resolveLocale('en', 'vi')).toBe('en');
    expect(resolveLocale('fr', 'en')).toBe('en');
    expect(resolveLocale(null, 'ar')).toBe('ar');
    expect(resolveLocale(null, 'fr')).toBe('vi');
    expect(resolveLocale({ locale: 'en' }, null)).toBe('vi');
  });

  test('keeps typed values when the language changes', async () => {
    history.replaceState(null, '', '/vid/web/signin');
    const { user } = await renderUi(<Sample />);
    const input = screen.getByLabelText(/Số điện thoại/);
    await user.type(input, '0912');
    await act(() => setLocale('ar'));
    expect(screen.getByLabelText(/Phone number ar/)).toBe(input);
    expect(input).toHaveProperty('value', '0912');
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'rtl' });
    expect(getLanguageTag()).toBe('en-US');
    expect(document.cookie).toContain('vid_lang=en');
    await act(() => setLocale('vi'));
    expect(document.documentElement).toMatchObject({ lang: 'vi', dir: 'ltr' });
    expect(getLanguageTag()).toBe('vi-VN');
  });

  test('uses the last language if two are chosen in quick succession', async () => {
    await setLocale('vi');
    await Promise.all([setLocale('en'), setLocale('vi')]);
    expect(document.documentElement.lang).toBe('vi');
  });

  test('fills in arguments and English plurals', async () => {
    await setLocale('en');
    await loadTexts('core');
    expect(t('otp.seconds', { seconds: 1 })).toBe('1 second');
    expect(t('otp.seconds', { seconds: 60 })).toBe('60 seconds');
  });

  test('replaces tags with elements, and keeps markup in values as text', async () => {
    await renderUi(<Rich text="Gửi đến <phone><b>0912</b></phone>." parts={{ phone: <strong /> }} />);
    expect(document.querySelector('strong')?.textContent).toBe('<b>0912</b>');
  });
});
