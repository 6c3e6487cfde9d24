import { createHash } from 'node:crypto';
import type { Locale } from '@vid/contract/limits';
import { escapeHtml } from '#lib/text/escape-html.ts';
import { fontFaces, fontFamily, mark, pageColours } from './page-style.ts';

const style = `${fontFaces}${pageColours}\
body{max-width:26rem;margin:.75rem auto 2rem;padding:0 1rem;font:1rem/1.6 ${fontFamily};background:var(--bg);color:var(--ink)}\
h1{margin:0 0 1rem;font-size:1.75rem;line-height:1.25;font-weight:600;letter-spacing:-.015em;text-wrap:balance}\
p{margin:0 0 1rem}\
header{display:flex;align-items:center;gap:.75rem;min-height:3rem;margin-bottom:2rem;font-size:.875rem;font-weight:600}\
a{display:inline-flex;min-height:3rem;box-sizing:border-box;align-items:center;padding:.5rem 1.5rem;border-radius:12px;background:var(--brand);color:var(--on-brand);font-weight:600;text-decoration:none}\
a:focus-visible{outline:2px solid var(--brand);outline-offset:2px}\
main>:last-child{margin-bottom:0}\
small{font-size:.875rem;color:var(--muted);overflow-wrap:anywhere}\
@media(min-width:48rem){body{margin-top:1.5rem}main{padding:2.25rem;border:1px solid var(--line);border-radius:24px;background:var(--card)}}`;

const hash = createHash('sha256').update(style).digest('base64');

/**
 * Content security policy of a plain page, which allows only the page's own style and the web app's fonts.
 */
export const plainPagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; frame-ancestors 'none'`;

type Content = {
  readonly locale: Locale;
  readonly title: string;
  readonly lines: readonly string[];
  readonly action?: { readonly href: string; readonly label: string };
  readonly note?: string;
};

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
