import type { TextLanguage } from './locale.ts';

/** Sets the cookie by which the server chooses the pre-rendered page. It contains only the language. */
export function rememberLanguage(language: TextLanguage): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `vid_lang=${language}; Path=/vid/; Max-Age=31536000; SameSite=Lax${secure}`;
}
