import type { reset as vi } from '#shared/i18n/messages/vi/reset.ts';

export const reset: Record<keyof typeof vi, string> = {
  'agreement.title': 'Please read and agree',
  'agreement.title.terms': 'Our terms of use have changed',
  'agreement.title.privacy': 'Our privacy policy has changed',
  'agreement.title.both': 'Our terms and privacy policy have changed',
  'agreement.lead':
    'The association has published a new version. Please read it and agree to it to continue using your account.',
  'agreement.first.title': 'Before you start',
  'agreement.first.lead':
    'The association created this account for you. Please read and agree to the texts below to use it.',
  'agreement.read': 'Read the full text',
  'agreement.open': 'Open in a new tab',
  'agreement.tick.terms': 'I have read and agree to the terms of use',
  'agreement.tick.privacy': 'I have read and agree to the privacy policy',
  'agreement.required': 'Please tick this box to continue.',
  'agreement.submit': 'Agree and continue',
  'agreement.outdated': 'A newer version has just been published. Please read the text again.',
  'agreement.failed': 'We couldn’t load the text.',
  'agreement.refuse': 'If you don’t agree, you can sign out and come back later.',
  'reset.title': 'Reset your password',
  'reset.lead': 'Enter your registered phone number to get a code.',
  'reset.signUpWithThis': 'Create an account with this number',
  'reset.input.title': 'Set a new password',
  'reset.input.lead': 'This signs you out on all your devices.',
  'reset.input.password': 'New password',
  'reset.input.confirm': 'Confirm new password',
  'reset.input.confirm.required': 'Please enter the new password again.',
  'reset.input.submit': 'Change password',
  'reset.backToSignIn': 'Back to sign-in',
  'reset.toSignIn': 'Go to sign-in',
  'reset.lostPhone': 'I no longer have this number',
  'reset.link.invalid': 'This link does not work',
  'reset.notMe.title': 'Was this you?',
  'reset.notMe.lock.lead':
    'If it wasn’t you, lock your account: all sessions end, and only you can open it again.',
  'reset.notMe.lock': 'It wasn’t me, lock my account',
  'reset.notMe.stop.lead': 'If it wasn’t you, stop this recovery. Your account stays as it is.',
  'reset.notMe.stop': 'It wasn’t me, stop the recovery',
  'reset.notMe.unknown.lead':
    'If you did not do what the notice says, press the button below: it locks your account, or stops the recovery.',
  'reset.notMe.unknown': 'It wasn’t me, stop it now',
  'reset.notMe.itWasMe': 'It was me',
  'reset.notMe.mine': 'Thank you for checking',
  'reset.notMe.mine.text': 'Your account has not changed. The link still works if you change your mind.',
  'reset.notMe.device': 'Device: {device}',
  'reset.notMe.place': 'Place: {place}',
  'reset.notMe.address': 'IP address:',
  'reset.notMe.locked': 'Your account is locked',
  'reset.notMe.locked.text':
    'All sessions have ended. Only you can open the account again, by setting a new password. Passkeys, the authenticator app, the email and social accounts that were added are removed then.',
  'reset.ownerLock.title': 'You locked this account',
  'reset.ownerLock.lead':
    'On {time}, you told us that something wasn’t you. No one has been able to sign in to the account since.',
  'reset.ownerLock.reset': 'Set a new password to open it.',
  'reset.ownerLock.recovery':
    'Someone else may have the account’s phone number, so a code is not enough. Recover the account to open it.',
  'reset.ownerLock.operator': 'Only the system operator can open an administrator’s account.',
  'reset.ownerLock.other': 'Sign in to another account',
  'reset.deletion.title': 'This account is about to be deleted',
  'reset.deletion.lead': 'As you asked, it will be deleted on {time}.',
  'reset.deletion.text':
    'If you keep it, you can use it again right away, with all your data. Apps will ask you to sign in again.',
  'reset.deletion.keep': 'Keep my account',
  'reset.deletion.delete': 'Delete it all the same',
  'reset.deletion.kept': 'The deletion is cancelled. Your account is kept.',
  'reset.deletion.scheduled': 'Your account will be deleted on {date}',
  'reset.deletion.scheduled.text':
    'You are signed out on all your devices. If you change your mind, sign in before that day and choose “Keep my account”.',
  'reset.notMe.stopped': 'The recovery is stopped',
  'reset.notMe.stopped.text':
    'Your account has not changed. The person who asked for the recovery cannot get in.',
  'reset.notMe.invalid':
    'The link is wrong, was used or has expired. To protect your account, you can set a new password.',
  'reset.recovery.title': 'Recover your account',
  'reset.recovery.byMail.lead':
    'Enter your registered phone number and your confirmed email. To protect the account, the link is sent after 72 hours. In that time, the owner is told and can stop the request.',
  'reset.recovery.byCode.lead':
    'Enter your registered phone number and a recovery code that you saved when you turned on two-step sign-in. If you have sent a request and its waiting time is over, enter the same code again.',
  'reset.recovery.byCode.waiting':
    'The owner is told and can stop this request. From {time}, choose “Forgot password?” on the sign-in page, then “I no longer have this number”, and enter your registered phone number and this same recovery code. Please keep the code until then.',
  'reset.recovery.oldPhone': 'Registered phone number',
  'reset.recovery.email': 'Confirmed email',
  'reset.recovery.code': 'Recovery code',
  'reset.recovery.code.hint': 'A code that recovered an account does not work again.',
  'reset.recovery.password': 'Password, if you remember it',
  'reset.recovery.password.hint':
    'With the password and a code that is older than 72 hours, you get your account back at once. Otherwise you wait 72 hours.',
  'reset.recovery.passwordWrong': 'The password is wrong. If you don’t remember it, leave this field empty.',
  'reset.recovery.passwordBlocked':
    'Too many incorrect passwords were entered. Leave this field empty to recover the account in 72 hours.',
  'reset.recovery.send': 'Send the request',
  'reset.recovery.next': 'Continue',
  'reset.recovery.useCode': 'Use a recovery code',
  'reset.recovery.useMail': 'Use my confirmed email',
  'reset.recovery.support':
    'If you have neither the email nor a recovery code, please contact the association.',
  'reset.recovery.supportOnly': 'If you have no recovery code, please contact the association.',
  'reset.recovery.sent': 'Request received',
  'reset.recovery.sent.text':
    'If the phone number and the email belong to one account, you will get a link by email after 72 hours. The owner is told and can stop this request.',
  'reset.recovery.invalid':
    'The link or the recovery is not valid, was already used, was stopped or has expired.',
  'reset.recovery.again': 'Start again',
  'reset.recovery.newPhone': 'Your new phone number',
  'reset.recovery.newPhone.lead': 'Enter the number you use now to get a code.',
  'reset.recovery.enterCode': 'Enter the code you received',
  'reset.recovery.phoneTaken': 'This number already has an account. Please use another one.',
  'reset.recovery.phoneSlept':
    'This number belongs to an account that has not been used for a long time. If you just got the number, tick the box below.',
  'reset.recovery.newOwner': 'I’m the new owner of this number; its old account isn’t mine',
  'reset.recovery.removes':
    'When you finish, all sessions of the account end. Two-step sign-in, passkeys and links to Facebook, Google and Zalo, if any, are removed.',
  'reset.recovery.forget': 'Stop the recovery in this browser',
  'reset.recovery.finish': 'Recover account',
  'reset.recovery.done': 'You have your account back',
  'reset.recovery.done.text':
    'Sign in with your new phone number and password to see what was removed. After 24 hours, you can turn on two-step sign-in and add passkeys again.',
  'reset.moreProof.title': 'More proof is needed',
  'reset.moreProof.lead':
    'The account of this number has not been used for a long time, or is locked. The number may have a new owner, so a code is not enough.',
  'reset.moreProof.password': 'Sign in with the password',
  'reset.moreProof.wait': 'Reset the password in 72 hours',
  'reset.moreProof.waiting':
    'A link to set a new password will be sent to this number by SMS on {time}, unless the owner of the account stops the request.',
  'reset.moreProof.newOwner': 'I’m the new owner of this number: create a new account',
  'reset.moreProof.other': 'Recover the account another way',
  'reset.pending.title': 'Someone asked to recover your account',
  'reset.pending.text':
    'Unless it is stopped, the request takes effect on {time} and allows a new password and phone number. If this is not you, stop it now.',
  'reset.pending.stop': 'Stop the recovery',
  'reset.pending.kept':
    'The association began this recovery. Because your phone number was changed less than 30 days ago, only the association can stop it.',
  'reset.forced.title': 'Please change your password',
  'reset.forced.lead':
    'The association asks you to change your password. Enter your current one and set a new one.',
};
