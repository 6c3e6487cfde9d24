import { passkeyLimits, type Locale } from '@vid/contract/limits';
import { describeDevice } from '#lib/describe-device.ts';
import { providerOf } from './providers.ts';

/**
 * Time in which a passkey that was added without the password or another passkey cannot confirm sensitive
 * changes; the owner is notified immediately. Without this hold, a swapped SIM would be enough: the thief
 * could sign in by code, add a passkey and confirm with it.
 */
export const holdSeconds = 72 * 3_600;

export const challengeTtlMs = passkeyLimits.challengeTtlSeconds * 1_000;

/** EdDSA, ES256 and RS256 (COSE algorithm identifiers, RFC 9053 and RFC 8812), in order of preference. */
export const algorithms = [-8, -7, -257];

/** The relying party comes from the configured public URL, never from a request. */
export function relyingParty(publicUrl: URL): { id: string; origin: string } {
  return { id: publicUrl.hostname, origin: publicUrl.origin };
}

/**
 * Names a new passkey after its provider, or else after the device, in the caller's language; `Passkey` if both
 * are unknown.
 */
export function defaultName(input: { aaguid: string; userAgent: string; locale: Locale }): string {
  const provider = providerOf(input.aaguid);
  if (provider !== null) return provider;
  const { browser, system } = describeDevice(input.userAgent);
  if (!browser || !system) return browser || system || 'Passkey';
  return input.locale === 'vi' ? `${browser} trên ${system}` : `${browser} on ${system}`;
}

/** Returns the names that password managers show for a passkey, with a Vietnamese phone in national format. */
export function namesOf(account: { readonly phone: string | null; readonly name: string | null }) {
  const phone = account.phone?.replace(/^\+84/u, '0');
  const name = phone ?? account.name ?? '';
  return { name, displayName: account.name ?? name };
}
