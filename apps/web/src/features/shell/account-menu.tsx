import { type RefObject, Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { paths } from '#navigation/paths.ts';
import { signOut } from '#session/session.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Avatar } from '#shared/ui/display/avatar.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#shared/ui/overlays/menu.tsx';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { useAuth } from '#state/auth.ts';

const SignOutEverywhereDialog = neededPart(
  () => import('#session/sign-out-everywhere.tsx'),
  'SignOutEverywhereDialog',
);

export function AccountMenu({ container }: { container: RefObject<HTMLElement | null> }) {
  const t = useT();
  const [isEndingAll, setIsEndingAll] = useState(false);
  // The name and picture are known before `me` has loaded; the phone number is not.
  const user = useAuth((state) => state.user);
  const phone = useAuth(({ profile }) => (profile === null ? null : formatPhone(profile.phone)));
  const name = user?.shownName ?? null;
  const shown = name ?? phone ?? t('shell.member');
  // Keep a phone number left to right on a right-to-left page.
  const nameDirection = name === null && phone !== null ? 'ltr' : undefined;
  return (
    <>
      <Menu
        container={container}
        trigger={
          <button
            type="button"
            className="flex min-h-12 min-w-12 shrink-0 items-center justify-center gap-2 rounded-control px-2 text-start hover:bg-soft"
          >
            <Avatar src={user?.avatar ?? null} name={name} seed={user?.id ?? ''} className="size-9" />
            <span className="sr-only">{t('shell.accountMenu', { name: shown })}</span>
            <span aria-hidden="true" className="max-w-44 truncate text-label font-semibold max-lg:hidden">
              <bdi dir={nameDirection}>{shown}</bdi>
            </span>
            <PageIcon name="down" className="size-4 text-muted max-lg:hidden" />
          </button>
        }
        header={
          <>
            <p className="font-semibold break-words">
              <bdi dir={nameDirection}>{shown}</bdi>
            </p>
            {phone !== null && phone !== shown && (
              <p className="digits text-label text-muted">
                <bdi dir="ltr">{phone}</bdi>
              </p>
            )}
          </>
        }
      >
        <MenuLink icon="user" to={paths.userInformation} text="shell.item.information" />
        <MenuLink icon="lock" to={paths.userPassword} text="shell.item.password" />
        <MenuLink icon="shield" to={paths.userSecurity} text="shell.item.security" />
        <MenuSeparator />
        <MenuItem icon="out" onSelect={() => void signOut()} text="common.signOut" />
        <MenuItem icon="out" isDanger onSelect={() => setIsEndingAll(true)} text="shell.signOutAll" />
      </Menu>
      {isEndingAll && (
        <Suspense fallback={null}>
          <SignOutEverywhereDialog isOpen onClose={() => setIsEndingAll(false)} />
        </Suspense>
      )}
    </>
  );
}
