import type { ErrorCode } from '@vid/contract/errors';
import type { Locale } from '@vid/contract/limits';
import { escapeHtml } from '#lib/escape-html.ts';

/** Errors that a person meets when a browser opens an address, before any page of VID can explain them. */
const pageCodes: ReadonlySet<ErrorCode> = new Set([
  'HEADERS_TOO_LARGE',
  'URI_TOO_LONG',
  'MISDIRECTED_REQUEST',
  'MALFORMED_REQUEST',
]);

const texts = {
  vi: {
    hints: {
      HEADERS_TOO_LARGE: 'Hãy xóa cookie của trang này trong trình duyệt, rồi thử lại.',
      URI_TOO_LONG: 'Hãy quay lại ứng dụng của bạn và thử lại, hoặc mở trang đầu.',
    },
    home: 'Mở trang đầu',
    reference: 'Mã tham chiếu',
  },
  en: {
    hints: {
      HEADERS_TOO_LARGE: 'Delete the cookies of this site in your browser, then try again.',
      URI_TOO_LONG: 'Go back to your app and try again, or open the start page.',
    },
    home: 'Open the start page',
    reference: 'Reference',
  },
} satisfies Record<Locale, { hints: Partial<Record<ErrorCode, string>>; home: string; reference: string }>;

/** Whether a person reads the answer: a browser opens the address as a page. */
export function needsPage(code: ErrorCode, method: string | undefined, accept: string | undefined): boolean {
  return pageCodes.has(code) && method === 'GET' && accept !== undefined && accept.includes('text/html');
}

type Shown = {
  readonly code: ErrorCode;
  readonly text: string;
  readonly locale: Locale;
  readonly requestId: string;
};

/** Returns an error as a page without styles or scripts, which the content security policy of data forbids. */
export function problemPage({ code, text, locale, requestId }: Shown): string {
  const { home, reference, hints } = texts[locale];
  const hint = new Map<string, string>(Object.entries(hints)).get(code);
  return [
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="color-scheme" content="light dark">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(text)}</title>`,
    `<h1>${escapeHtml(text)}</h1>${hint === undefined ? '' : `<p>${escapeHtml(hint)}</p>`}`,
    `<p><a href="/vid/web/">${home}</a></p><p>${reference}: ${requestId}</p></html>\n`,
  ].join('\n');
}
