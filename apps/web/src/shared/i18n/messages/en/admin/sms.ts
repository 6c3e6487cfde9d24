import type { adminSms as vi } from '#shared/i18n/messages/vi/admin/sms.ts';

export const adminSms: Record<keyof typeof vi, string> = {
  'admin.sms': 'SMS channel',
  'admin.sms.failed': 'We couldn’t load the state of the SMS channel.',
  'admin.sms.health.idle': 'No SMS was sent in the last 15 minutes.',
  'admin.sms.health.working':
    'Working: the gateway replies after {seconds} s and accepted {accepted} messages in the last 15 minutes.',
  'admin.sms.health.slow': 'The gateway is slow: {seconds} s per message on average in the last 15 minutes.',
  'admin.sms.health.refusing':
    'The gateway is failing: {failed} of {all} messages in the last 15 minutes were not sent.',
  'admin.sms.badge.idle': 'No messages',
  'admin.sms.badge.working': 'Working',
  'admin.sms.badge.slow': 'Slow',
  'admin.sms.badge.refusing': 'Failing',
  'admin.sms.badge.open': 'Suspended',
  'admin.sms.hour': 'Last hour: {sent} codes sent, {verified} entered correctly ({percent}).',
  'admin.sms.hour.none': 'No codes were sent in the last hour.',
  'admin.sms.breaker.auto':
    'Every phone number gets codes. If too few are entered, codes to numbers without an account are suspended automatically.',
  'admin.sms.breaker.tripped':
    'Codes to numbers without an account were suspended automatically at {time}, because only {verified} of the latest {sent} were entered.',
  'admin.sms.breaker.heldOpen':
    '{name} suspended codes to numbers without an account at {time}, until {until}.',
  'admin.sms.breaker.heldClosed':
    '{name} allowed codes to every number at {time}, until {until}, even if few are entered.',
  'admin.sms.breaker.reason': 'Reason: {reason}',
  'admin.sms.breaker.others': 'Signing in with a password, a passkey or a social account is not affected.',
  'admin.sms.breaker.open': 'Stop codes to strangers',
  'admin.sms.breaker.open.title': 'Stop codes to numbers without an account?',
  'admin.sms.breaker.open.text':
    'New members cannot create an account until the time you choose is over, or until you return it to automatic. Numbers with an account are not affected, unless the server is set not to reveal which numbers have one.',
  'admin.sms.breaker.closed': 'Keep sending to all',
  'admin.sms.breaker.closed.title': 'Send codes to every number even if few are entered?',
  'admin.sms.breaker.closed.text':
    'For the time you choose, abuse does not suspend codes automatically. The other limits stay. Each message costs money.',
  'admin.sms.breaker.release': 'Return to automatic',
  'admin.sms.breaker.release.title': 'Return to automatic?',
  'admin.sms.breaker.release.text':
    'Codes are suspended when too few are entered, and sent again afterwards.',
  'admin.sms.breaker.minutes': 'For',
  'admin.sms.breaker.minutes.15': '15 minutes',
  'admin.sms.breaker.minutes.60': '1 hour',
  'admin.sms.breaker.minutes.240': '4 hours',
  'admin.sms.breaker.minutes.1440': '24 hours',
  'admin.sms.breaker.done': 'Sending of codes changed.',
};
