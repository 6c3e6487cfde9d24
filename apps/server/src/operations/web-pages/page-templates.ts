import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales, type Locale } from '@vid/contract/limits';

/** HTML templates from the web app's build, see apps/web/build/README.md. */
export type PageName = 'signin' | 'app' | 'sso';
type Page = (values: { readonly nonce: string; readonly boot: unknown }) => string;
export type PageTemplates = Readonly<Record<PageName, Readonly<Record<Locale, Page>>>>;

const names: readonly PageName[] = ['signin', 'app', 'sso'];

/** The compiled templates; undefined when the web app has not been built. */
export async function readPageTemplates(folder: string): Promise<PageTemplates | undefined> {
  const read = async (name: PageName, locale: Locale): Promise<[Locale, Page]> => [
    locale,
    toPage(await readFile(join(folder, 'html', `${name}.${locale}.html`), 'utf8')),
  ];
  try {
    const [signin, app, sso] = await Promise.all(
      names.map(async (name) => {
        const [vi, en] = await Promise.all(locales.map((locale) => read(name, locale)));
        if (!vi || !en) throw new Error('a page needs both languages');
        return { vi: vi[1], en: en[1] };
      }),
    );
    return signin && app && sso && { signin, app, sso };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Splits the template at its placeholders once. Inserted values are not searched for placeholders. */
function toPage(text: string): Page {
  const parts = text.split(/(%NONCE%|%BOOT%)/u);
  return ({ nonce, boot }) => {
    const data = toScriptText(boot);
    return parts.map((part) => (part === '%NONCE%' ? nonce : part === '%BOOT%' ? data : part)).join('');
  };
}

/** JSON escaped so that no text can end its `<script>` element. */
export function toScriptText(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
