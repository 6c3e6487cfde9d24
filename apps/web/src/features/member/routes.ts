import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const pages = () => import('./member-pages.ts');
const rule = { group: 'authorized', layout: 'shell' } as const;
const member = lazyRoutes(rule, 'account');
const information = lazyRoutes(rule, 'account', 'profile');
const security = lazyRoutes(rule, 'account', 'social');
// The `sso` texts name the data that applications receive.
const privacy = lazyRoutes(rule, 'account', 'sso');
/** Pages opened from links in messages, whether or not the user is signed in. */
const link = lazyRoutes({ group: 'unauthorized', layout: 'auth' }, 'profile');

export const memberRoutes: readonly RouteEntry[] = [
  information(paths.userInformation, () => import('./profile/information.page.tsx'), 'InformationPage'),
  information(paths.userPhone, pages, 'PhonePage'),
  member(paths.userPassword, pages, 'PasswordPage'),
  security(paths.userSecurity, pages, 'SecurityPage'),
  security(paths.userSecurityPart, () => import('./security/security-parts.tsx'), 'SecurityParts'),
  member(paths.inviteFriends, pages, 'InvitationsPage'),
  link(paths.confirmEmail, () => import('./email/confirm-email.page.tsx'), 'ConfirmEmailPage'),
  member(paths.userDeletion, () => import('./deletion/deletion.page.tsx'), 'DeletionPage'),
  privacy(paths.userPrivacy, pages, 'PrivacyPage'),
  privacy(paths.userPrivacyPart, () => import('./privacy/privacy-parts.tsx'), 'PrivacyParts'),
];
