import type { profileForm as vi } from '#shared/i18n/messages/vi/profile-form.ts';

export const profileForm: Record<keyof typeof vi, string> = {
  'profile.confirmEmail.title': 'Confirm your email address',
  'profile.confirmEmail.lead':
    'This address will receive security notices and help you recover your account if you lose your phone.',
  'profile.confirmEmail.action': 'Confirm email',
  'profile.confirmEmail.done': 'Email confirmed',
  'profile.confirmEmail.done.text':
    'Security notices for your account will now be sent to {email}. If you were signing in to an app, go back to that page: it will continue automatically.',
  'profile.confirmEmail.invalid':
    'This link is invalid, has expired or was replaced by a newer one. You can send another from the Account information page.',
  'profile.return.title': 'You have your account back',
  'profile.return.lead':
    'On {time}, these changes were removed or undone, because they may not have been yours.',
  'profile.return.nothing': 'There was nothing to remove.',
  'profile.return.passkey': 'Passkey',
  'profile.return.authenticator-app': 'Authenticator app and recovery codes',
  'profile.return.identity': 'Social account',
  'profile.return.email': 'Email address',
  'profile.return.consent': 'An app’s permission to receive information',
  'profile.return.manager': 'Manager added to the app',
  'profile.return.permission': 'Role given or changed in an app',
  'profile.return.application': 'Changed app settings',
  'profile.return.client-change': 'Changed client, turned off',
  'profile.return.client': 'Client, turned off',
  'profile.return.client-secret': 'Client secret',
  'profile.return.webhook': 'Webhook, turned off',
  'profile.return.approval': 'Request waiting for another administrator',
  'profile.return.addedAt': 'Added or changed on {time}',
  'profile.return.sessions': '{count, plural, one {# session ended.} other {# sessions ended.}}',
  'profile.return.addAgain':
    'If anything here is yours, add it or turn it on again as usual; for some items, you’ll have to wait 24 hours. Roles and settings that others have changed since then stay as they are.',
  'profile.return.dismiss': 'I’ve seen this',
  'profile.avatar.title': 'Profile picture',
  'profile.avatar.lead': 'Shown in the apps you use.',
  'profile.avatar.choose': 'Choose a picture',
  'profile.avatar.chooseOther': 'Choose another picture',
  'profile.avatar.save': 'Save picture',
  'profile.avatar.remove': 'Remove picture',
  'profile.avatar.zoom': 'Zoom',
  'profile.avatar.position': 'Picture position',
  'profile.avatar.hint': 'Drag the picture, or use the arrow keys, to move it. Pinch to zoom.',
  'profile.avatar.unreadable': 'Your browser can’t read this picture. Choose a JPEG, PNG or WebP picture.',
  'profile.avatar.heic':
    'This browser can’t read HEIC pictures from an iPhone. Choose a JPEG picture, or a screenshot of the picture.',
  'profile.avatar.disturbed':
    'Your browser adds noise to pictures to prevent tracking. Allow this page to read canvas data, or use another browser.',
  'profile.avatar.saved': 'Profile picture saved.',
  'profile.avatar.removed': 'Profile picture removed.',
  'profile.phone.lead': 'You’ll use the new number instead of the current one to sign in and receive codes.',
  'profile.phone.new': 'New phone number',
  'profile.phone.new.hint': 'We’ll text a code to this number.',
  'profile.phone.same': 'You’re already using this number. Enter another one.',
  'profile.phone.send': 'Send code',
  'profile.phone.submit': 'Change number',
  'profile.phone.next': 'If you change it now',
  'profile.phone.next.now': 'Right away',
  'profile.phone.next.now.text':
    'You’ll be signed out on your other devices. Your current number will get a text message with a link to undo the change.',
  'profile.phone.next.until': 'Until {time}',
  'profile.phone.next.until.text':
    'The link works, and other important changes (email, passkeys, two-step sign-in, account deletion…) are locked.',
  'profile.phone.next.from': 'From {time}',
  'profile.phone.next.from.text': 'You can make all changes again.',
  'profile.phone.done': 'Phone number changed',
  'profile.phone.done.text':
    'From now on, sign in with the new number. For 24 hours, you can get the old number back with the link sent to it.',
  'profile.link.invalid': 'This link doesn’t work',
  'profile.link.account': 'Go to Account information',
  'account.province.choose': 'Choose a province or city',
  'account.enterprise.taxCode.hint': '10 digits, 13 for a branch, or a 12-digit personal ID number.',
  'account.enterprise.taxCode.invalid': 'This tax code isn’t valid. Check it and try again.',
  'account.enterprise.taxCode.check':
    'This tax code may be wrong: its check digit doesn’t match. You can still save it.',
  'account.email.hint': 'To recover your account and receive security notices.',
  'account.province.required': 'Choose a province or city.',
  'account.province.missing': 'We couldn’t load the list of provinces and cities. Reload the page.',
  'account.enterprise.taxCode.ok': 'The tax code has the right format.',
  'account.enterprise.reverify':
    'The association has verified your business. If you change its name or tax code, it will have to be verified again.',
};
