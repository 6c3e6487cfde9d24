import { formatPhone } from '#shared/lib/phone.ts';
import { useAuth } from '#state/auth.ts';
import { useShownUser } from '#state/profile.ts';

export type ShownPerson = { name: string | null; phone: string | null; avatar: string | null };

/** The signed-in account for header and menu. Name and avatar are known before `me` has answered. */
export function useShownPerson(): ShownPerson {
  const user = useShownUser();
  const phone = useAuth((state) => state.profile?.phone);
  return {
    name: user?.shownName ?? null,
    phone: phone === undefined ? null : formatPhone(phone),
    avatar: user?.avatar ?? null,
  };
}
