import { createHash } from 'node:crypto';
import type { Locale } from '@vid/contract/limits';
import { escapeHtml } from '#lib/escape-html.ts';

/** Use the colours of the web app's light and dark themes. */
const style =
  ':root{color-scheme:light dark}' +
  'body{max-width:26rem;margin:15vh auto 2rem;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;background:#f6f8f5;color:#14231f}' +
  'h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.25;font-weight:600;text-wrap:balance}' +
  'p{margin:0 0 1rem}' +
  'a{display:inline-block;padding:.7rem 1.5rem;border-radius:12px;background:#0b5d51;color:#fff;font-weight:600;text-decoration:none}' +
  'small{font-size:.875rem;color:#50605b;overflow-wrap:anywhere}' +
  '@media (prefers-color-scheme:dark){body{background:#0e1715;color:#e9f1ee}a{background:#5cc4b0;color:#06231e}small{color:#a3b5ae}}';

const hash = createHash('sha256').update(style).digest('base64');

/** The content security policy of a plain page, which allows only its own style. */
export const plainPagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`;

type Content = {
  readonly locale: Locale;
  readonly title: string;
  readonly lines: readonly string[];
  readonly action?: { readonly href: string; readonly label: string };
  readonly note?: string;
};

/** Returns a page that loads no other file, for a person who needs an explanation outside the web app. */
export function plainPage({ locale, title, lines, action, note }: Content): string {
  const heading = escapeHtml(title);
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${heading}</title><style>${style}</style></head>`,
    `<body><main><h1>${heading}</h1>`,
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    action === undefined ? '' : `<p><a href="${escapeHtml(action.href)}">${escapeHtml(action.label)}</a></p>`,
    note === undefined ? '' : `<p><small>${escapeHtml(note)}</small></p>`,
    '</main></body></html>\n',
  ].join('\n');
}
