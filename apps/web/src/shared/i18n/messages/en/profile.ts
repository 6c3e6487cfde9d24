import type { profile as vi } from '#shared/i18n/messages/vi/profile.ts';

export const profile: Record<keyof typeof vi, string> = {
  'profile.email.confirmed': 'Confirmed',
  'profile.email.open': 'Open the link we sent to this address. It’s valid for 24 hours.',
  'profile.email.send': 'Send the link again',
  'profile.email.sent': 'We’ve sent a confirmation link. Check your mailbox, including spam.',
  'profile.avatar.change': 'Change picture',
  'profile.phone.change': 'Change phone number',
  'profile.verification.refused': 'The association couldn’t verify this business',
  'profile.verification.refused.text':
    'The reason is shown above. Correct the details and save; the association will then check again.',
  'profile.verification.waiting': 'Awaiting verification',
  'profile.verification.verified': 'Verified by the association on {time}',
  'profile.certificate.title': 'Broker’s practising certificate',
  'profile.certificate.lead':
    'The association checks the details you enter. You don’t need to send any documents.',
  'profile.certificate.declare': 'Add certificate',
  'account.information.lead': 'Shared with all the association’s apps.',
  'account.information.complete': 'Complete your account information',
  'account.kind.personal': 'Personal account',
  'account.kind.enterprise': 'Business account',
  'account.summary': 'Your account',
  'account.referralCode.hint':
    'Send this code to people you want to invite. They enter it when they create an account.',
  'account.state.complete': 'Information complete',
  'account.state.missing': 'Still missing: {fields}',
  'account.welcome.text': 'The association’s apps use this information. You can add it later.',
  'account.personal': 'Personal information',
  'account.object.question': 'Which member group are you in?',
  'account.object.required': 'Choose your member group.',
};
