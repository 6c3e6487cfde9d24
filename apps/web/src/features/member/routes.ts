import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const member = lazyRoutes({ group: 'authorized', layout: 'shell' }, 'account');

export const memberRoutes: readonly RouteEntry[] = [
  member(paths.userInformation, () => import('./profile/information.page.tsx'), 'InformationPage'),
  member(paths.userPassword, () => import('./password-change/password.page.tsx'), 'PasswordPage'),
  member(paths.userSecurity, () => import('./security/security.page.tsx'), 'SecurityPage'),
  member(paths.inviteFriends, () => import('./invitations/invitations.page.tsx'), 'InvitationsPage'),
];
