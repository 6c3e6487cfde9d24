import { api } from '#shared/api/api.ts';
import { toInternational } from '#shared/lib/phone/phone.ts';
import type { UserInfo } from '#state/auth.ts';

/**
 * Returns the account of the current session; null if it cannot be read. A sign-in whose response was lost may still
 * have set its cookies.
 */
export async function findSession(): Promise<UserInfo | null> {
  try {
    return await api.get('/vid/ajax/auth/me', { flags: { ignore401: true } });
  } catch {
    return null;
  }
}

/**
 * Returns the account of the current session if it belongs to `phone`, or else null. A session of another phone may
 * belong to a user whose sign-out has not reached the server.
 */
export async function findSessionOf(phone: string): Promise<UserInfo | null> {
  const userInfo = await findSession();
  return userInfo?.phone === toInternational(phone) ? userInfo : null;
}
