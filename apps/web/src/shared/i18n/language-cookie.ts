import type { TextLanguage } from './locale.ts';

/** The server reads this to send the page that is rendered in the right language; it holds nothing else. */
export function rememberLanguage(language: TextLanguage): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `vid_lang=${language}; Path=/vid/; Max-Age=31536000; SameSite=Lax${secure}`;
}
