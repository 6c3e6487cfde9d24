import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '#lib/text/escape-html.ts';
import { locales, type Locale } from '@vid/contract/limits';
import { pageNames, type PageName } from '@vid/contract/pages';

type Page = (values: {
  readonly nonce: string;
  readonly boot: unknown;
  /** Plain text, not yet escaped for HTML. */
  readonly association: string;
  readonly brand: string;
  readonly hints: string;
}) => string;

/** HTML templates from the web app's build; see apps/web/build/README.md. */
export type PageTemplates = (name: PageName, locale: Locale) => Page;

export async function readPageTemplates(folder: string): Promise<PageTemplates | undefined> {
  const files = pageNames.flatMap((name) => locales.map((locale) => `${name}.${locale}.html`));
  try {
    const pages = new Map(
      await Promise.all(
        files.map(async (file): Promise<[string, Page]> => [
          file,
          toPage(await readFile(join(folder, 'html', file), 'utf8')),
        ]),
      ),
    );
    return (name, locale) => {
      const page = pages.get(`${name}.${locale}.html`);
      if (!page) throw new Error(`the page ${name} was not read`);
      return page;
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Splits a template at its placeholders once, so inserted values are not searched for placeholders. */
function toPage(text: string): Page {
  const parts = text.split(/%(NONCE|BOOT|ASSOCIATION|BRAND|HINTS)%/u);
  return ({ nonce, boot, association, brand, hints }) => {
    const values: Readonly<Record<string, string>> = {
      NONCE: nonce,
      BOOT: toScriptText(boot),
      ASSOCIATION: escapeHtml(association),
      BRAND: brand,
      HINTS: hints,
    };
    return parts.map((part, index) => (index % 2 === 1 ? (values[part] ?? '') : part)).join('');
  };
}

/** Escapes JSON, so that no text can end its `<script>` element. */
export function toScriptText(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
