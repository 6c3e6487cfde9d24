import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const rule = { group: 'authorized', layout: 'shell' } as const;
const password = lazyRoutes(rule, 'password');
const invitations = lazyRoutes(rule, 'invitations');
const information = lazyRoutes(rule, 'profile');
const phone = lazyRoutes(rule, 'profile', 'profileForm', 'security', 'reset', 'signUp');
const security = lazyRoutes(rule, 'securityOverview');
const securityPart = lazyRoutes(rule, 'security', 'securityOverview', 'social');
const privacy = lazyRoutes(rule, 'privacy');
const deletion = lazyRoutes(rule, 'privacy', 'privacyParts');
// The `sso` texts name the data that applications receive.
const privacyPart = lazyRoutes(rule, 'privacy', 'privacyKinds', 'privacyParts', 'sso');
/** A link in an e-mail opens this page, whether or not the user is signed in. */
const link = lazyRoutes({ group: 'unauthorized', layout: 'auth' }, 'profileForm');

export const memberRoutes: readonly RouteEntry[] = [
  information(paths.userInformation, () => import('./profile/information.page.tsx'), 'InformationPage'),
  phone(paths.userPhone, () => import('./phone-change/phone.page.tsx'), 'PhonePage'),
  password(paths.userPassword, () => import('./password-change/password.page.tsx'), 'PasswordPage'),
  security(paths.userSecurity, () => import('./security/security.page.tsx'), 'SecurityPage'),
  securityPart(paths.userSecurityPart, () => import('./security/security-parts.tsx'), 'SecurityParts'),
  invitations(paths.inviteFriends, () => import('./invitations/invitations.page.tsx'), 'InvitationsPage'),
  link(paths.confirmEmail, () => import('./email/confirm-email.page.tsx'), 'ConfirmEmailPage'),
  deletion(paths.userDeletion, () => import('./deletion/deletion.page.tsx'), 'DeletionPage'),
  privacy(paths.userPrivacy, () => import('./privacy/privacy.page.tsx'), 'PrivacyPage'),
  privacyPart(paths.userPrivacyPart, () => import('./privacy/privacy-parts.tsx'), 'PrivacyParts'),
];
