import type { invitations as vi } from '#shared/i18n/messages/vi/invitations.ts';

export const invitations: Record<keyof typeof vi, string> = {
  'invitations.lead': 'Invite colleagues and friends to join the association with your referral code.',
  'invitations.yours': 'Your invitation',
  'invitations.link': 'Invitation link',
  'invitations.copyLink': 'Copy link',
  'invitations.copied.link': 'Invitation link copied.',
  'invitations.share': 'Send invitation',
  'invitations.share.title': 'Invitation to join {association}',
  'invitations.share.text': 'Join {association}. Referral code: {code}',
  'invitations.shareFailed': 'Your browser couldn’t send the invitation. Copy the link instead.',
  'invitations.qr.label': 'QR code for invitation {code}',
  'invitations.qr.hint': 'People scan this with their camera or Zalo to create an account.',
  'invitations.save': 'Save {format}',
  'invitations.saveNamed': 'Save {format}: QR code',
  'invitations.saveFailed': 'Your browser couldn’t create the picture. Download the SVG file instead.',
  'invitations.joined': 'Joined ({count})',
  'invitations.recent': 'In the last 30 days: {count}',
  'invitations.none': 'Nobody has joined with your code yet',
  'invitations.none.text': 'People who create an account with your invitation will appear here.',
  'invitations.unnamed': 'Member without a name',
  'invitations.enterprise': 'Business',
};
