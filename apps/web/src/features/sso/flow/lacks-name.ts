import type { UserInfo } from '#state/auth.ts';
import type { SsoApplication } from '#state/sso.ts';

/** Returns whether the application requires a name (the claim `name`) and the account has none. */
export function lacksName({ requiresName }: SsoApplication, profile: UserInfo | null): boolean {
  return requiresName && profile !== null && !(profile.enterprise?.name ?? profile.name);
}
