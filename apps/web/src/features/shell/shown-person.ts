import { formatPhone } from '#shared/lib/phone.ts';
import { shownName, useAuth, type UserInfo } from '#state/auth.ts';
import { type ShownUser, useProfile } from '#state/profile.ts';

export type ShownPerson = { name: string | null; phone: string | null; avatar: string | null };

function shownPerson(profile: UserInfo | null, kept: ShownUser | null): ShownPerson {
  if (profile === null) return { name: kept?.name || null, phone: null, avatar: kept?.avatar ?? null };
  return {
    name: shownName(profile),
    phone: formatPhone(profile.phone),
    avatar: profile.avatar,
  };
}

/** From `me`, and until it has answered from what this browser kept of the last visit. */
export function useShownPerson(): ShownPerson {
  const profile = useAuth((state) => state.profile);
  const kept = useProfile((state) => state.userInfo);
  return shownPerson(profile, kept);
}
