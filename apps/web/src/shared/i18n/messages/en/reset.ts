import type { reset as vi } from '#shared/i18n/messages/vi/reset.ts';

export const reset: Record<keyof typeof vi, string> = {
  'agreement.title': 'Documents to agree to',
  'agreement.title.terms': 'Our terms of use have changed',
  'agreement.title.privacy': 'Our privacy policy has changed',
  'agreement.title.both': 'Our terms and privacy policy have changed',
  'agreement.lead':
    'The association has published a new version. Read and agree to it to keep using your account.',
  'agreement.first.title': 'Before you start',
  'agreement.first.lead':
    'The association created this account for you. Read and agree to the documents below to use it.',
  'agreement.read': 'Read the full document',
  'agreement.open': 'Open in a new tab',
  'agreement.tick.terms': 'I have read and agree to the terms of use',
  'agreement.tick.privacy': 'I have read and agree to the privacy policy',
  'agreement.required': 'Tick this box to continue.',
  'agreement.submit': 'Agree and continue',
  'agreement.outdated': 'A newer version has just been published. Read the document again.',
  'agreement.failed': 'We couldn’t load the document.',
  'agreement.refuse': 'If you don’t agree yet, you can sign out and come back later.',
  'confirm.title': 'Confirm it’s you',
  'confirm.lead': 'Enter your password to continue.',
  'confirm.lead.none': 'Your account has no password yet.',
  'confirm.setPassword': 'Set a password',
  'confirm.passkey': 'Use a passkey',
  'confirm.code': 'Text a code to {phone}',
  'confirm.usePassword': 'Use your password',
  'confirm.submit': 'Continue',
  'reset.title': 'Reset your password',
  'reset.lead': 'Enter your registered phone number to get a code.',
  'reset.signUpWithThis': 'Create an account with this number',
  'reset.input.title': 'Set a new password',
  'reset.input.lead': 'You’ll be signed out on all your devices.',
  'reset.input.password': 'New password',
  'reset.input.confirm': 'Confirm new password',
  'reset.input.submit': 'Set password',
  'reset.backToSignIn': 'Back to sign-in',
  'reset.toSignIn': 'Go to sign-in',
  'reset.lostPhone': 'I no longer have this number',
  'reset.link.invalid': 'This link doesn’t work',
  'reset.notMe.title': 'Was this you?',
  'reset.notMe.lock.lead':
    'If it wasn’t you, lock your account: all sessions end, and only you can unlock it.',
  'reset.notMe.lock': 'It wasn’t me, lock my account',
  'reset.notMe.stop.lead': 'If it wasn’t you, cancel this recovery. Your account stays as it is.',
  'reset.notMe.stop': 'It wasn’t me, cancel the recovery',
  'reset.notMe.unknown.lead':
    'If you didn’t do what the notice says, lock your account. If the notice is about a recovery, the recovery will be cancelled.',
  'reset.notMe.phone.lead':
    'If you didn’t change the number, restore the old one: all sessions will end, and you’ll set a new password with a code sent to it.',
  'reset.notMe.phone': 'It wasn’t me, restore my old number',
  'reset.notMe.phone.done': 'Old phone number restored',
  'reset.notMe.phone.done.text':
    'Your account uses <phone>{phone}</phone> again. Its password was removed. Set a new one.',
  'reset.notMe.phone.none': 'New number removed',
  'reset.notMe.phone.none.text':
    'Your account no longer has a phone number, and its password was removed. Recover the account with your email.',
  'reset.notMe.phone.taken':
    'Another account now uses the old number. If that account is yours too, change its phone number, then open this link again before it expires. Otherwise, contact the association for help.',
  'reset.notMe.email.lead':
    'If you didn’t change the email, restore the old one: all sessions will end, and you’ll set a new password with a code. If the phone number was also just changed, you’ll recover the account through this email.',
  'reset.notMe.email': 'It wasn’t me, restore my old email',
  'reset.notMe.email.done': 'Old email restored',
  'reset.notMe.email.done.text': 'Your account uses {email} again. Its password was removed. Set a new one.',
  'reset.notMe.itWasMe': 'It was me',
  'reset.notMe.mine': 'Thank you for checking',
  'reset.notMe.mine.text': 'Your account hasn’t changed. The link still works if you notice something later.',
  'reset.notMe.time': 'Time',
  'reset.notMe.device': 'Device',
  'reset.notMe.place': 'Location',
  'reset.notMe.address': 'IP address',
  'reset.notMe.locked': 'You locked your account',
  'reset.notMe.locked.text':
    'All sessions have ended. Only you can unlock the account, by setting a new password. All passkeys, social accounts and any newly added authenticator app or email will then be removed.',
  'reset.ownerLock.title': 'You locked this account',
  'reset.ownerLock.lead':
    'On {time}, you reported activity that wasn’t yours. No one has been able to sign in to the account since.',
  'reset.ownerLock.reset': 'Set a new password to unlock it.',
  'reset.ownerLock.recovery':
    'Someone else may have the account’s phone number, so a code alone isn’t enough. Recover the account to unlock it.',
  'reset.ownerLock.operator': 'Contact the system operator. Only they can unlock an administrator’s account.',
  'reset.ownerLock.other': 'Sign in with another account',
  'reset.deletion.title': 'This account is about to be deleted',
  'reset.deletion.lead': 'As you requested, it will be deleted on {time}.',
  'reset.deletion.text':
    'If you keep it, you can use it again right away, with all your data. Apps will ask you to sign in again.',
  'reset.deletion.keep': 'Keep my account',
  'reset.deletion.delete': 'Delete it anyway',
  'reset.deletion.kept': 'Deletion cancelled. Your account will be kept.',
  'reset.deletion.scheduled': 'Your account will be deleted on {date}',
  'reset.deletion.scheduled.text':
    'You’ve been signed out on all your devices. If you change your mind, sign in before that day and choose “Keep my account”.',
  'reset.notMe.stopped': 'Recovery cancelled',
  'reset.notMe.stopped.text':
    'Your account hasn’t changed. The person who asked for the recovery can’t get in.',
  'reset.notMe.invalid':
    'This link is invalid, has been used or has expired. To protect your account, you can set a new password.',
  'reset.recovery.title': 'Recover your account',
  'reset.recovery.byMail.lead':
    'From {time}, after a wait of 72 hours, you can set a new phone number and password.',
  'reset.recovery.byCode.lead':
    'Enter a code you saved when you turned on two-step sign-in. Without the password, you wait 72 hours, until {time}.',
  'reset.recovery.comeBack': 'Come back after {time}',
  'reset.recovery.comeBack.lead':
    'We’ll alert the account’s phone and email. Keep the code until then. When you’re back:',
  'reset.recovery.comeBack.forgot': 'Choose “Forgot password?” on the sign-in page.',
  'reset.recovery.comeBack.lostPhone': 'Choose “I no longer have this number”, then “Use a recovery code”.',
  'reset.recovery.comeBack.sameCode': 'Enter your registered phone number and this same recovery code.',
  'reset.hold.title': 'Some changes are locked to protect your account',
  'reset.hold.since':
    'The account’s phone number was recently changed, or the account was recently recovered.',
  'reset.hold.until.text':
    'Important changes are locked. If this wasn’t you, open the link in the text message or email we sent.',
  'reset.hold.since.password': 'The account’s password was recently changed.',
  'reset.hold.until.password':
    'The phone number can’t be changed yet. If you didn’t change the password, open the link in the text message or email we sent.',
  'reset.hold.all': 'You can make all changes again.',
  'reset.hold.phone': 'You can change your phone number.',
  'reset.hold.email': 'You can change your email.',
  'reset.hold.twoStep': 'You can turn two-step sign-in on or off, or set it up again.',
  'reset.hold.passkey': 'You can add or remove passkeys.',
  'reset.hold.social': 'You can link or unlink social accounts.',
  'reset.hold.export': 'You can request and download a copy of your data.',
  'reset.hold.deletion': 'You can delete your account.',
  'reset.steps.now': 'Now',
  'reset.steps.until': 'Until {time}',
  'reset.steps.from': 'From {time}',
  'reset.steps.request.mail': 'You send the request. We’ll alert the account’s phone and email.',
  'reset.steps.request.code':
    'You send the request. We’ll alert the account’s phone and email. If you enter a code saved more than 72 hours ago and a password set more than a day ago, you won’t have to wait.',
  'reset.steps.request.phone': 'You send the request. We’ll alert the account’s phone and email.',
  'reset.steps.wait': 'We wait 72 hours, so that the owner can cancel a request that isn’t theirs.',
  'reset.steps.mail': 'You get a link by email. It lets you set a new phone number and password.',
  'reset.steps.code':
    'You come back here, enter the same recovery code, and set a new phone number and password.',
  'reset.steps.phone': 'You get a text message with a link. It lets you set a new password.',
  'reset.steps.finish': 'When you finish',
  'reset.steps.removes':
    'All sessions end. Two-step sign-in, passkeys and links to Facebook, Google and Zalo, if any, are removed.',
  'reset.steps.hold': 'Important changes are locked to protect the account.',
  'reset.steps.addAgain': 'You can turn on two-step sign-in and add passkeys again.',
  'reset.recovery.oldPhone': 'Registered phone number',
  'reset.recovery.email': 'Confirmed email',
  'reset.recovery.code': 'Recovery code',
  'reset.recovery.code.hint': 'Each code works once.',
  'reset.recovery.password': 'Password, if you remember it',
  'reset.recovery.password.hint': 'If you enter it, you may not have to wait 72 hours.',
  'reset.recovery.passwordWrong':
    'The password is incorrect. If you don’t remember it, leave this field empty.',
  'reset.recovery.passwordBlocked':
    'Too many incorrect passwords were entered. Leave this field empty to recover the account in 72 hours.',
  'reset.recovery.send': 'Send request',
  'reset.recovery.next': 'Continue',
  'reset.recovery.next.title': 'After you send the request',
  'reset.recovery.useCode': 'Use a recovery code',
  'reset.recovery.useMail': 'Use my confirmed email',
  'reset.recovery.support':
    'If you have neither the email nor a recovery code, contact the association for help.',
  'reset.recovery.supportOnly': 'If you don’t have a recovery code, contact the association for help.',
  'reset.recovery.sent': 'Request received',
  'reset.recovery.sent.text': 'If the phone number and the email belong to the same account:',
  'reset.recovery.invalid':
    'The link or the recovery request is invalid, has expired, or has been used or cancelled.',
  'reset.recovery.again': 'Start again',
  'reset.recovery.newPhone': 'New phone number',
  'reset.recovery.newPhone.lead': 'Enter the number you use now. We’ll text it a code.',
  'reset.recovery.phoneTaken': 'This number already has an account. Use another number.',
  'reset.recovery.phoneSlept':
    'This number belongs to an account that hasn’t been used for a long time. If you’re the new owner of the number, tick the box below.',
  'reset.recovery.newOwner': 'I’m the new owner of this number; the old account isn’t mine',
  'reset.recovery.forget': 'Stop recovery in this browser',
  'reset.recovery.finish': 'Recover account',
  'reset.recovery.done': 'You have your account back',
  'reset.recovery.done.text': 'Sign in with your new phone number and password to see what was removed.',
  'reset.moreProof.title': 'We need to verify you another way',
  'reset.moreProof.lead':
    'The account with this number hasn’t been used for a long time, or is locked. The number may have a new owner, so a code alone isn’t enough.',
  'reset.moreProof.password': 'Sign in with your password',
  'reset.moreProof.wait': 'Reset the password in 72 hours',
  'reset.moreProof.newOwner': 'I’m the new owner of this number: create an account',
  'reset.moreProof.other': 'Recover the account another way',
  'reset.pending.title': 'Someone asked to recover your account',
  'reset.pending.text':
    'Unless you cancel it, the request takes effect on {time} and lets the sender set a new password and phone number. If this wasn’t you, cancel it now.',
  'reset.pending.stop': 'Cancel the recovery',
  'reset.pending.kept':
    'The association started this recovery. Because your phone number was changed less than 30 days ago, only the association can cancel it. If you didn’t ask for it, contact the association right away.',
  'reset.forced.title': 'You need to change your password',
  'reset.forced.lead':
    'The association has asked you to change your password. Enter your current password, then set a new one.',
};
