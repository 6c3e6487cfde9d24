import type { Locale } from '@vid/contract/limits';
import { escapeHtml } from '#lib/escape-html.ts';
import { accountTables } from '#member/privacy/account-data.ts';
import type { AccountCopy, CopiedRow } from './account-copy.ts';
import { copyLabels } from './copy-labels.ts';

const texts = {
  vi: {
    title: 'Bản sao dữ liệu cá nhân',
    lead: 'Toàn bộ dữ liệu về tài khoản của bạn tại thời điểm',
    none: 'Không có.',
    yes: 'Có',
    no: 'Không',
  },
  en: {
    title: 'Copy of your personal data',
    lead: 'Everything held about your account at',
    none: 'None.',
    yes: 'Yes',
    no: 'No',
  },
} as const satisfies Record<Locale, unknown>;

/** The picture, as `readAccountCopy` writes it. Its characters need no escaping. */
const picture = /^data:image\/webp;base64,[\w+/=]+$/u;
const isoTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u;

/** A copy as one page to read: no scripts, and nothing that is loaded from another place. */
export function renderCopyPage(copy: AccountCopy, locale: Locale): string {
  const text = texts[locale];
  const sections = Object.entries(copy.data).map(([name, rows]) => {
    const table = accountTables[name];
    const title = table && 'title' in table ? table.title[locale] : name;
    const body =
      rows.length === 0 ? `<p>${text.none}</p>` : rows.map((row) => renderRow(row, locale)).join('\n');
    return `<section>\n<h2>${escapeHtml(title)}</h2>\n${body}\n</section>`;
  });
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text.title}</title>
<style>
:root{color-scheme:light dark}
body{margin:0 auto;padding:16px;max-width:56rem;font:16px/1.6 system-ui,sans-serif}
dl{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,2fr);gap:4px 16px;padding:12px 0;margin:0;border-top:1px solid #8888}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
</style></head>
<body><main>
<h1>${text.title}</h1>
<p>${text.lead} ${escapeHtml(formatTime(copy.createdAt, locale))}.</p>
${sections.join('\n')}
</main></body></html>
`;
}

function renderRow(row: CopiedRow, locale: Locale): string {
  const items = Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const label = copyLabels[name]?.[locale] ?? name;
      return `<dt>${escapeHtml(label)}</dt><dd>${toHtml(value, locale)}</dd>`;
    });
  return `<dl>${items.join('')}</dl>`;
}

function toHtml(value: unknown, locale: Locale): string {
  if (typeof value === 'string' && picture.test(value)) return `<img src="${value}" width="256" alt="">`;
  return escapeHtml(format(value, locale));
}

function format(value: unknown, locale: Locale): string {
  if (typeof value === 'string') return isoTime.test(value) ? formatTime(value, locale) : value;
  if (typeof value === 'boolean') return value ? texts[locale].yes : texts[locale].no;
  if (Array.isArray(value)) return value.map((entry) => format(entry, locale)).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, entry]) => `${name}: ${format(entry, locale)}`)
      .join('\n');
  return String(value);
}

function formatTime(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === 'vi' ? 'vi-VN' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(new Date(iso));
}
