import type { PlainKey } from '#shared/i18n/message-types.ts';
import { paths } from './paths.ts';

const refusalTexts = {
  SSO_INVALID_REQUEST: 'sso.invalidRequest',
  SSO_TOO_MANY_PARAMETERS: 'sso.tooManyParameters',
  REDIRECT_INVALID: 'sso.redirectInvalid',
  SSO_FORBIDDEN: 'sso.noPermission',
  ACCESS_DENIED: 'sso.consent.refused',
  SSO_NOT_READY: 'sso.expired.text',
  SSO_REQUEST_EXPIRED: 'sso.expired.text',
} as const satisfies Record<string, PlainKey>;

type Refusal = keyof typeof refusalTexts;

/** Returns the text of a refusal code, or null. The code comes from the URL, so it may have any value. */
export function refusalText(code: string | null): PlainKey | null {
  const isKnown = (name: string | null): name is Refusal =>
    name !== null && Object.hasOwn(refusalTexts, name);
  return isKnown(code) ? refusalTexts[code] : null;
}

/** Returns a reference number from the URL, or null unless it has 4 to 64 letters, digits and hyphens. */
export function safeReference(raw: string | null): string | null {
  return raw !== null && /^[A-Za-z0-9-]{4,64}$/.test(raw) ? raw : null;
}

export const refusalParameters = ['code', 'ref', 'mode'] as const;

/**
 * Returns the path of the refusal page. The query marks a popup, because the stored settings, which contain
 * the mode, may already be cleared.
 */
export function refusalAddress(refusal: {
  code: string;
  reference: string | null;
  isWindow: boolean;
}): string {
  const query = new URLSearchParams({ code: refusal.code });
  if (refusal.reference !== null) query.set('ref', refusal.reference);
  if (refusal.isWindow) query.set('mode', 'window');
  return `${paths.error403}?${query.toString()}`;
}
