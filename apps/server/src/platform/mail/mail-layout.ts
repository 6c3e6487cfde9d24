import type { Locale } from '@vid/contract/limits';
import { say, type Text } from '@vid/contract/messages/words';
import { escapeHtml } from '#lib/text/escape-html.ts';
import { mailName } from '#platform/messages/messages.ts';
import type { Brand } from '#platform/brand.ts';

const footerText: Text = {
  vi: 'Đây là thư tự động của {name} ({host}). {name} không bao giờ hỏi mật khẩu hay mã OTP của bạn.',
  en: 'This is an automatic message from {name} ({host}). {name} will never ask for your password or codes.',
};

/** Excludes punctuation that follows a URL in a sentence. */
const linkPattern = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/gu;

/**
 * Returns the bodies of an e-mail: plain text, and the same text as HTML with clickable links. With `brand`,
 * the footer contains the association's contact. The HTML loads no images or other resources, so opening the
 * mail makes no request.
 */
export function layOut(mail: {
  readonly text: string;
  readonly locale: Locale;
  readonly host: string;
  readonly brand: Brand | undefined;
}): {
  readonly text: string;
  readonly html: string;
} {
  const { text, locale, host, brand } = mail;
  const contact = brand && [brand.name[locale], brand.address?.[locale], brand.phone, brand.email];
  const footer = [
    say(footerText, locale, { host, name: mailName(brand, locale) }),
    contact?.filter(Boolean).join(' · '),
  ]
    .filter((line) => line !== undefined)
    .join('\n');
  const paragraphs = text.split(/\n{2,}/u).map((part) => `<p>${toHtml(part)}</p>`);
  return {
    text: `${text}\n\n-- \n${footer}\n`,
    html: `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0 auto;padding:16px;max-width:560px;font:16px/1.6 system-ui,sans-serif">
${paragraphs.join('\n')}
<p style="color:#50605b;font-size:14px">${toHtml(footer)}</p>
</body></html>
`,
  };
}

function toHtml(text: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(linkPattern)) {
    const link = escapeHtml(match[0]);
    html += `${escapeHtml(text.slice(end, match.index))}<a href="${link}">${link}</a>`;
    end = match.index + match[0].length;
  }
  return `${html}${escapeHtml(text.slice(end))}`.replaceAll('\n', '<br>\n');
}
