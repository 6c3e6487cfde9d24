import type { sso as vi } from '../vi/sso.ts';

export const sso: Record<keyof typeof vi, string> = {
  'sso.waiting': 'Connecting to {app}…',
  'sso.waitingUnknown': 'Connecting…',
  'sso.done': 'You are signed in',
  'sso.closingIn': 'This window closes in {seconds, plural, one {# second} other {# seconds}}.',
  'sso.closeNow': 'Close now',
  'sso.invalidRequest': 'Invalid authentication request',
  'sso.noPermission': 'You do not have permission to access this content',
  'sso.errorCode': 'Error code: {code}',
  'sso.continueAs': 'Continue as {name}',
  'sso.continueTo': 'Continue to {app}',
  'sso.otherAccount': 'Use another account',
  'sso.notOffered': 'This server does not offer sign-in for other applications yet.',
  'sso.title': 'Single sign-on',
};
