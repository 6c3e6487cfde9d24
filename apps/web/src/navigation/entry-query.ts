import { additionsOf, isOversized, ssoKeys, type SsoKey } from '@vid/contract/sso/sso-query';
import { isLocale, type Locale } from '#shared/i18n/locale.ts';
import { layouts, type LayoutState, menuStyles } from '#state/layout.ts';
import type { SsoSettings } from '#state/sso.ts';

export { isReservedName } from '@vid/contract/sso/sso-query';

export type EntryQuery = {
  /** Sign-on settings; null unless the URL has a sign-on request. */
  settings: SsoSettings | null;
  /** Whether there are too many additional parameters, in which case the request is refused, not truncated. */
  isOversized: boolean;
  lang: Locale | null;
  layout: Partial<Pick<LayoutState, 'layout' | 'menuStyle' | 'sidebarImage'>>;
  campaign: string | null;
};

/**
 * Returns a picture's URL if it has at most 1,024 characters and is on this origin or uses https; otherwise
 * null, for example for `javascript:` and `data:`.
 */
export function safeImageUrl(raw: string | null, origin: string): string | null {
  if (raw === null || raw.length > 1_024) return null;
  try {
    const url = new URL(raw, origin);
    return url.protocol === 'https:' || url.origin === origin ? url.href : null;
  } catch {
    return null;
  }
}

function layoutOf(query: URLSearchParams, origin: string): EntryQuery['layout'] {
  const layout = layouts.find((known) => known === query.get('layout'));
  const menuStyle = menuStyles.find((known) => known === query.get('menuStyle'));
  const sidebarImage = safeImageUrl(query.get('sidebarImage'), origin);
  return {
    ...(layout === undefined ? {} : { layout }),
    ...(menuStyle === undefined ? {} : { menuStyle }),
    ...(sidebarImage === null ? {} : { sidebarImage }),
  };
}

export function readEntryQuery(search: string, origin: string): EntryQuery {
  const query = new URLSearchParams(search);
  const text = (key: SsoKey): string | null => query.get(key);
  const additionParams = additionsOf(query);
  // A sign-on request names at least an application, a client or a redirect URI.
  const isSso = query.has('appCode') || query.has('clientId') || query.has('redirectTo');
  const lang = query.get('lang');
  return {
    settings: isSso
      ? {
          mode: text('mode'),
          appCode: text('appCode'),
          clientId: text('clientId'),
          redirectTo: text('redirectTo'),
          action: text('action'),
          codeChallenge: text('codeChallenge'),
          lang,
          loginRedirectTo: text('loginRedirectTo'),
          additionParams,
        }
      : null,
    isOversized: isSso && isOversized(additionParams),
    lang: isLocale(lang) ? lang : null,
    layout: layoutOf(query, origin),
    campaign: query.get('campaign')?.slice(0, 64) || null,
  };
}

/**
 * Returns the query for these settings, the inverse of `readEntryQuery`, so that the settings survive a
 * reload or a copied link.
 */
export function writeEntryQuery(settings: SsoSettings): string {
  const query = new URLSearchParams();
  for (const key of ssoKeys) {
    const value = settings[key];
    if (value !== null) query.set(key, value);
  }
  for (const [name, value] of settings.additionParams) query.append(name, value);
  return `?${query.toString()}`;
}
