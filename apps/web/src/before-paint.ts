/**
 * Runs in the head before the first paint. Sets language, direction and theme, and hides the prerendered page if it may
 * be the wrong one. Must not throw: storage may be blocked, and stored values may be anything.
 */
import { handleEarlyLink, holdEarlyPress, holdEarlySubmit } from './shared/forms/early-forms.ts';
import { rememberLanguage } from './shared/i18n/locale.ts';
import { directionOf, resolveLocale, textLanguageOf } from './shared/i18n/locale.ts';
import { watchLeaving } from './shared/lib/browser/leaving.ts';
import { themeColors, themeStorageKey } from './shared/lib/theme/theme-names.ts';

type ParsedJson = { readonly [key: string]: ParsedJson } | undefined;

function parse(text: string | null | undefined): ParsedJson {
  try {
    const value: ParsedJson = JSON.parse(text ?? '');
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

document.addEventListener('submit', holdEarlySubmit, true);
document.addEventListener('click', handleEarlyLink, true);
document.addEventListener('click', holdEarlyPress, true);
watchLeaving();

const root = document.documentElement;
const boot = parse(document.querySelector('#vid-boot')?.textContent);
const slice = (name: string): ParsedJson => parse(stored(`vidPersist:${name}`))?.['state'];

const lang = new URLSearchParams(location.search).get('lang');
const locale = resolveLocale(slice('sso')?.['currentLocale']?.['locale'], lang);
const isOtherLanguage = root.lang !== textLanguageOf(locale);
// If the server sent the page in another language, for example because the language cookie was lost, set the cookie for
// the next page.
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

// A prerendered frame has no content that could be wrong.
const isFrame = ['landing', 'step', 'sso', 'app'].includes(root.dataset['page'] ?? '');
const isOpenToAll = /^(?:error-|terms|privacy)/.test(root.dataset['page'] ?? '');
const mayRedirectToCms = Boolean(boot?.['cmsLoginUrl']) && location.search.length < 2;
const isSignedIn = Boolean(boot?.['hasSession'] ?? slice('auth')?.['isAuthenticated']);
if (isOtherLanguage || mayRedirectToCms || (isSignedIn && !isFrame && !isOpenToAll))
  root.dataset['hold'] = '';
// The prerendered page has the buttons of all social providers and of passkeys. Show only the buttons that work here.
const social = boot?.['social'];
if (social?.['0']) root.dataset['social'] = JSON.stringify(social);
if ('PublicKeyCredential' in globalThis) root.dataset['passkeys'] = '';
// A sign-on page names the application above the form, so reserve that space.
if (/[?&](?:appCode|clientId|redirectTo)=/.test(location.search)) root.dataset['request'] = '';
