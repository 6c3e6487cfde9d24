import { createHash } from 'node:crypto';
import type { Locale } from '@vid/contract/limits';
import { escapeHtml } from '#lib/escape-html.ts';

/** Use the colours of the web app's light and dark themes. */
const style =
  ':root{color-scheme:light dark}' +
  'body{max-width:26rem;margin:.75rem auto 2rem;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;background:#f6f8f5;color:#14231f}' +
  'h1{margin:0 0 1rem;font-size:1.75rem;line-height:1.25;font-weight:600;text-wrap:balance}' +
  'p{margin:0 0 1rem}' +
  'header{display:flex;align-items:center;gap:.75rem;min-height:3rem;margin-bottom:2rem;font-size:.875rem;font-weight:600}' +
  'a{display:inline-block;padding:.7rem 1.5rem;border-radius:12px;background:#0b5d51;color:#fff;font-weight:600;text-decoration:none}' +
  'small{font-size:.875rem;color:#50605b;overflow-wrap:anywhere}' +
  '@media (prefers-color-scheme:dark){body{background:#0e1715;color:#e9f1ee}a{background:#5cc4b0;color:#06231e}small{color:#a3b5ae}}';

/** This mark of VID is the same as in the web app. */
const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">' +
  '<rect width="40" height="40" rx="11" fill="#0b5d51"/>' +
  '<path fill="#fff" d="M7.6 11.2c3.5.2 5.6 1.6 7 4.3L20 25.9l5.4-10.4c1.4-2.7 3.5-4.1 7-4.3-1.5 1.1-2.4 2.2-3.2 3.7L20 32.4l-9.2-17.5c-.8-1.5-1.7-2.6-3.2-3.7z"/>' +
  '<circle cx="20" cy="12.4" r="3.7" fill="#e2b25c"/></svg>';

const hash = createHash('sha256').update(style).digest('base64');

/** A plain page may use only its own style. */
export const plainPagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`;

type Content = {
  readonly locale: Locale;
  readonly title: string;
  readonly lines: readonly string[];
  readonly action?: { readonly href: string; readonly label: string };
  readonly note?: string;
};

/** The page loads no other file, because a person needs the explanation outside the web app. */
export function plainPage({ locale, title, lines, action, note }: Content): string {
  const heading = escapeHtml(title);
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${heading}</title><style>${style}</style></head>`,
    `<body><header>${mark}VID</header><main><h1>${heading}</h1>`,
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    action === undefined ? '' : `<p><a href="${escapeHtml(action.href)}">${escapeHtml(action.label)}</a></p>`,
    note === undefined ? '' : `<p><small>${escapeHtml(note)}</small></p>`,
    '</main></body></html>\n',
  ].join('\n');
}
