import { AppError } from '#lib/app-error.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import type { CurrentSession, FullSession } from '#sign-in/session/session.service.ts';

export function toShownAccount({ account, enterprise }: FullSession) {
  return {
    id: account.id,
    // Applications receive the same name (account-claims.ts).
    name: enterprise?.name ?? account.name,
    avatar: account.avatar,
    phone: account.phone === null ? '' : maskPhone(account.phone),
    isEmailConfirmed: account.emailConfirmedAt !== null,
  };
}

/**
 * Requires that the screen showed the signed-in account. Another tab may have switched accounts since the
 * screen was loaded.
 * @throws AppError CONSENT_REQUIRED
 */
export function requireShownAccount(shownId: string | undefined, { account }: CurrentSession): void {
  if (shownId !== account.id) throw new AppError('CONSENT_REQUIRED');
}
