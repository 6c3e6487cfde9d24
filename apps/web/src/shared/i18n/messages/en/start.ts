/** The page that opens the administration to a new administrator. */
export const start = {
  'start.title': 'Open the administration',
  'start.lead':
    'Administrators need one more layer of protection. If you have to stop, you continue from here next time.',
  'start.done': 'Done:',
  'start.now': 'Now:',
  'start.next': 'Next:',
  'start.step.code': 'Code sent to your phone',
  'start.step.newPassword': 'New password',
  'start.step.agree': 'Terms and privacy policy',
  'start.step.app': 'Authenticator app',
  'start.step.codes': 'Recovery codes',
  'start.step.open': 'Open the administration',
  'start.code.lead': 'Your password is right. Next, we send a code to {phone}.',
  'start.app.lead':
    'An app on your phone creates a code that you enter after your password at each sign-in. Someone who gets your password or SIM still can’t sign in.',
  'start.app.passkey': 'Use a passkey instead',
  'start.app.passkey.text':
    'A passkey uses the fingerprint, face or screen lock of this device. You can sign in only where you have the passkey.',
  'start.codes.lost':
    'Recovery codes are shown only once, and you haven’t confirmed that you saved them. If you haven’t, create new ones; the old codes will no longer work.',
  'start.open.title': 'The administration is open',
  'start.open.lead': 'Your account is protected. You can start working.',
  'start.open.action': 'Go to the administration',
  'start.open.next': 'Three things to do next',
  'start.open.import': 'Import your members',
  'start.open.import.text': 'From an Excel or CSV file, with a preview of each row.',
  'start.open.application': 'Register an app',
  'start.open.application.text': 'So that members can sign in to it with this account.',
  'start.open.administrator': 'Invite another administrator',
  'start.open.administrator.text':
    'Some changes need two administrators. The operator creates the second one; from then on, ask for the role on a member’s page.',
} as const;
