import type { ErrorCode } from '@vid/contract/errors';
import type { Locale } from '@vid/contract/limits';
import { plainPage } from './plain-page.ts';

/** Errors that a browser may get when it opens a URL, before a page of VID can explain them. */
const pageCodes: ReadonlySet<ErrorCode> = new Set([
  'HEADERS_TOO_LARGE',
  'URI_TOO_LONG',
  'MISDIRECTED_REQUEST',
  'MALFORMED_REQUEST',
  'NOT_FOUND',
  'UNAVAILABLE',
]);

const texts = {
  vi: {
    hints: {
      HEADERS_TOO_LARGE: 'Hãy xóa cookie của trang này trong trình duyệt, rồi thử lại.',
      NOT_FOUND: 'Địa chỉ có thể đã thay đổi hoặc bị gõ sai.',
      URI_TOO_LONG: 'Hãy quay lại ứng dụng và thử lại, hoặc về trang chủ.',
    },
    home: 'Về trang chủ',
    reference: 'Mã tra cứu',
  },
  en: {
    hints: {
      HEADERS_TOO_LARGE: 'Delete this site’s cookies in your browser, then try again.',
      NOT_FOUND: 'The address may have changed or been mistyped.',
      URI_TOO_LONG: 'Go back to the app and try again, or go to the home page.',
    },
    home: 'Go to the home page',
    reference: 'Reference number',
  },
} satisfies Record<Locale, { hints: Partial<Record<ErrorCode, string>>; home: string; reference: string }>;

export function needsPage(code: ErrorCode, method: string | undefined, accept: string | undefined): boolean {
  return pageCodes.has(code) && method === 'GET' && accept !== undefined && accept.includes('text/html');
}

type Shown = {
  readonly code: ErrorCode;
  readonly text: string;
  readonly locale: Locale;
  readonly requestId: string;
};

export function problemPage({ code, text, locale, requestId }: Shown): string {
  const { home, reference, hints } = texts[locale];
  const hint = new Map<string, string>(Object.entries(hints)).get(code);
  return plainPage({
    locale,
    title: text.replace(/\.$/u, ''),
    lines: hint === undefined ? [] : [hint],
    action: { href: '/vid/web/', label: home },
    note: `${reference}: ${requestId}`,
  });
}
