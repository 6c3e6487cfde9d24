/**
 * Runs in the head before anything is painted, with the nonce of the page: language, direction and theme are
 * right at the first paint, and what may not be shown is held back until the app has decided. It must never
 * throw: storage may be forbidden, and what it holds may be anything.
 */
import { rememberLanguage } from './shared/i18n/language-cookie.ts';
import { directionOf, resolveLocale, textLanguageOf } from './shared/i18n/locale.ts';
import { themeColors, themeStorageKey } from './shared/lib/theme-names.ts';

type Loose = { readonly [key: string]: Loose } | undefined;

function parse(text: string | null | undefined): Loose {
  try {
    const value: Loose = JSON.parse(text ?? '');
    return value ?? undefined;
  } catch {
    return undefined;
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const root = document.documentElement;
const boot = parse(document.querySelector('#vid-boot')?.textContent);
const slice = (name: string): Loose => parse(stored(`vidPersist:${name}`))?.['state'];

const lang = new URLSearchParams(location.search).get('lang');
const locale = resolveLocale(slice('sso')?.['currentLocale']?.['locale'], lang);
const isOtherLanguage = root.lang !== textLanguageOf(locale);
// The cookie was lost or another tab has chosen anew: the next page comes in the right language.
if (isOtherLanguage) rememberLanguage(textLanguageOf(locale));
root.lang = textLanguageOf(locale);
root.dir = directionOf(locale);
root.dataset['locale'] = locale;

const choice = stored(themeStorageKey);
const isDark =
  choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
root.dataset['theme'] = isDark ? 'dark' : 'light';
document
  .querySelector('meta[name="theme-color"]')
  ?.setAttribute('content', themeColors[isDark ? 'dark' : 'light']);

const maySendAway = Boolean(boot?.['cmsLoginUrl']) && location.search.length < 2;
const isSignedIn = Boolean(boot?.['hasSession'] ?? slice('auth')?.['isAuthenticated']);
// An application's request is looked at first: another page may have to be shown, or none.
const isOnWay = /[?&](?:appCode|clientId|redirectTo)=/.test(location.search);
if (isSignedIn || isOtherLanguage || maySendAway || isOnWay) root.dataset['hold'] = '';
