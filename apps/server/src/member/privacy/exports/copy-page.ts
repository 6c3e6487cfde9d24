import type { Locale } from '@vid/contract/limits';
import { auditDetailNames } from '@vid/contract/messages/audit-details';
import type { Words } from '@vid/contract/messages/words';
import { escapeHtml } from '#lib/text/escape-html.ts';
import { vietnamDay, vietnamTime } from '#lib/text/vietnam-time.ts';
import { accountTables } from '#member/privacy/account-data.ts';
import { maxCopiedRows, type AccountCopy, type CopiedRow } from './account-copy.ts';
import { copyLabels } from './copy-labels.ts';
import { wordOf } from './copy-values.ts';

const texts = {
  vi: {
    title: 'Bản sao dữ liệu cá nhân',
    lead: 'Toàn bộ dữ liệu Hội lưu giữ về tài khoản của bạn lúc',
    zone: 'Giờ trong bản sao là giờ Việt Nam (GMT+7).',
    none: 'Không có.',
    shortened: `Bản sao chỉ có ${maxCopiedRows.toLocaleString('vi')} mục mới nhất của phần này. Để nhận các mục cũ hơn, hãy gửi yêu cầu ở trang Quyền riêng tư.`,
    yes: 'Có',
    no: 'Không',
  },
  en: {
    title: 'Copy of your personal data',
    lead: 'Everything the association held about your account on',
    zone: 'All times are in Vietnam time (GMT+7).',
    none: 'None.',
    shortened: `This part has the newest ${maxCopiedRows.toLocaleString('en')} entries only. To get older ones, send a request on the Privacy page.`,
    yes: 'Yes',
    no: 'No',
  },
} as const satisfies Record<Locale, unknown>;

const detailNames: Words = auditDetailNames;

/** Picture as written by `readAccountCopy`; no character of it needs escaping. */
const picture = /^data:image\/webp;base64,[\w+/=]+$/u;
const isoTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u;
const isoDay = /^\d{4}-\d{2}-\d{2}$/u;

/** Renders a page without scripts or external files. */
export function renderCopyPage(copy: AccountCopy, locale: Locale): string {
  const text = texts[locale];
  const sections = Object.entries(copy.data).map(([name, rows]) => {
    const table = accountTables[name];
    const title = table && 'title' in table ? table.title[locale] : name;
    const body =
      rows.length === 0 ? `<p>${text.none}</p>` : rows.map((row) => renderRow(name, row, locale)).join('\n');
    const note = copy.shortened.includes(name) ? `<p>${text.shortened}</p>\n` : '';
    return `<section>\n<h2>${escapeHtml(title)}</h2>\n${note}${body}\n</section>`;
  });
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text.title}</title>
<style>
:root{color-scheme:light dark}
body{margin:0 auto;padding:16px;max-width:56rem;font:16px/1.6 system-ui,sans-serif}
dl{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,2fr);gap:4px 16px;padding:12px 0;margin:0;border-top:1px solid #8888}
dt,dd{overflow-wrap:anywhere}
dd{margin:0;white-space:break-spaces}
</style></head>
<body><main>
<h1>${text.title}</h1>
<p>${text.lead} ${escapeHtml(timeText(copy.createdAt, locale))}. ${text.zone}</p>
${sections.join('\n')}
</main></body></html>
`;
}

function renderRow(table: string, row: CopiedRow, locale: Locale): string {
  const items = Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const label = copyLabels[name]?.[locale] ?? name;
      const place = table === 'audit_events' && name === 'details' ? String(row['kind']) : `${table}.${name}`;
      return `<dt>${escapeHtml(label)}</dt><dd>${toHtml(value, place, locale)}</dd>`;
    });
  return `<dl>${items.join('')}</dl>`;
}

function toHtml(value: unknown, place: string, locale: Locale): string {
  if (typeof value === 'string' && picture.test(value)) return `<img src="${value}" width="256" alt="">`;
  return escapeHtml(format(value, place, locale));
}

/**
 * Formats a value. `place` identifies the meaning of a stored code: `table.column`, `details.name` for a detail
 * of an event, or `kind.reason` for the reason of an event of that kind.
 */
function format(value: unknown, place: string, locale: Locale): string {
  if (typeof value === 'string') return formatText(value, place, locale);
  if (typeof value === 'boolean') return value ? texts[locale].yes : texts[locale].no;
  if (Array.isArray(value)) return value.map((entry) => format(entry, place, locale)).join('; ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .filter(([, entry]) => entry !== null)
      .map(([name, entry]) => {
        const inner = name === 'reason' ? `${place}.reason` : `details.${name}`;
        return `${detailNames[name]?.[locale] ?? name}: ${format(entry, inner, locale)}`;
      })
      .join('\n');
  return String(value);
}

function formatText(value: string, place: string, locale: Locale): string {
  if (isoTime.test(value)) return timeText(value, locale);
  // Names of `date` columns end in `On`. The version of a legal text only looks like a date.
  if (place.endsWith('On') && isoDay.test(value)) return vietnamDay(value, locale);
  return wordOf(place, value, locale);
}

const timeText = (iso: string, locale: Locale): string =>
  vietnamTime(new Date(iso), locale, { withSeconds: true });
