import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const member = lazyRoutes({ group: 'authorized', layout: 'shell' }, 'account');
const information = lazyRoutes({ group: 'authorized', layout: 'shell' }, 'account', 'profile');
/** Opened from links in messages, signed in or not. */
const link = lazyRoutes({ group: 'unauthorized', layout: 'auth' }, 'profile');
const security = lazyRoutes({ group: 'authorized', layout: 'shell' }, 'account', 'social');
const rule = { group: 'authorized', layout: 'shell' } as const;
const member = lazyRoutes(rule, 'account');
/** With the names of the data that applications receive. */
const receiver = lazyRoutes(rule, 'account', 'sso');

export const memberRoutes: readonly RouteEntry[] = [
  information(paths.userInformation, () => import('./profile/information.page.tsx'), 'InformationPage'),
  member(paths.userPassword, () => import('./password-change/password.page.tsx'), 'PasswordPage'),
  security(paths.userSecurity, () => import('./security/security.page.tsx'), 'SecurityPage'),
  member(paths.inviteFriends, () => import('./invitations/invitations.page.tsx'), 'InvitationsPage'),
  link(paths.confirmEmail, () => import('./email/confirm-email.page.tsx'), 'ConfirmEmailPage'),
  member(paths.inviteFriends, () => import('./invitations/invitations.page.tsx'), 'InvitationsPage'),
  receiver(paths.userSecurity, () => import('./security/security.page.tsx'), 'SecurityPage'),
  receiver(paths.userPrivacy, () => import('./privacy/privacy.page.tsx'), 'PrivacyPage'),
];
