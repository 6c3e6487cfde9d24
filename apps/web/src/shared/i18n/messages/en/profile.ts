import type { profile as vi } from '#shared/i18n/messages/vi/profile.ts';

export const profile: Record<keyof typeof vi, string> = {
  'profile.email.confirmed': 'Confirmed',
  'profile.email.waiting': 'Not confirmed',
  'profile.email.open': 'Open the link that VID sent to this address. It is valid for 24 hours.',
  'profile.email.send': 'Send the link again',
  'profile.email.sent': 'Confirmation link sent. Please check your mailbox, including spam.',
  'profile.confirmEmail.title': 'Confirm your email address',
  'profile.confirmEmail.lead':
    'This address will get security notices, and helps you recover your account if you lose your phone.',
  'profile.confirmEmail.action': 'Confirm email',
  'profile.confirmEmail.done': 'Email confirmed',
  'profile.confirmEmail.done.text': 'Security notices for your account will now be sent to {email}.',
  'profile.confirmEmail.invalid':
    'It is wrong, has expired or was replaced by a newer one. You can send another one from your account information.',
  'profile.avatar.change': 'Change picture',
  'profile.avatar.title': 'Profile picture',
  'profile.avatar.lead': 'Shown in the apps that you sign in to.',
  'profile.avatar.choose': 'Choose a picture',
  'profile.avatar.chooseOther': 'Choose another picture',
  'profile.avatar.save': 'Save picture',
  'profile.avatar.remove': 'Remove picture',
  'profile.avatar.zoom': 'Zoom',
  'profile.avatar.across': 'Horizontal position',
  'profile.avatar.down': 'Vertical position',
  'profile.avatar.unreadable': 'The browser cannot read this picture. Choose a JPEG, PNG or WebP picture.',
  'profile.avatar.saved': 'Picture saved.',
  'profile.avatar.removed': 'Picture removed.',
  'profile.link.invalid': 'This link does not work',
  'profile.link.account': 'Go to account information',
};
