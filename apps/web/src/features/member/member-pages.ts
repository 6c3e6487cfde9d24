/** The smaller pages of the account, which load together. */
export { InvitationsPage } from './invitations/invitations.page.tsx';
export { PasswordPage } from './password-change/password.page.tsx';
export { PhonePage } from './phone-change/phone.page.tsx';
export { PrivacyPage } from './privacy/privacy.page.tsx';
export { SecurityPage } from './security/security.page.tsx';
