import type { PlainKey } from '#shared/i18n/message-types.ts';
import { paths } from '#navigation/paths.ts';

/** Why a request is refused, as far as the person's screens tell it apart; all else is "invalid". */
const refusalTexts = {
  SSO_INVALID_REQUEST: 'sso.invalidRequest',
  SSO_TOO_MANY_PARAMETERS: 'sso.tooManyParameters',
  REDIRECT_INVALID: 'sso.redirectInvalid',
  SSO_FORBIDDEN: 'sso.noPermission',
  SSO_NOT_READY: 'sso.expired.text',
  SSO_REQUEST_EXPIRED: 'sso.expired.text',
} as const satisfies Record<string, PlainKey>;

type Refusal = keyof typeof refusalTexts;

/** The text of a code that may have been typed into the address by anyone; null for one that is not known. */
export function refusalText(code: string | null): PlainKey | null {
  const isKnown = (name: string | null): name is Refusal =>
    name !== null && Object.hasOwn(refusalTexts, name);
  return isKnown(code) ? refusalTexts[code] : null;
}

/** A reference number as servers write them; anything else in the address is not shown. */
export function safeReference(raw: string | null): string | null {
  return raw !== null && /^[A-Za-z0-9-]{4,64}$/.test(raw) ? raw : null;
}

/** Where a refused request ends. The settings are gone there, so the address says whether it is a popup. */
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
