import type { adminDashboard as vi } from '#shared/i18n/messages/vi/admin/dashboard.ts';

export const adminDashboard: Record<keyof typeof vi, string> = {
  'admin.attention': 'Waiting for you',
  'admin.operation.database-copy': 'This database is a copy, so nothing is sent',
  'admin.operation.database-copy.advice':
    'No SMS, email, webhook or sign-out notice is sent until the operator confirms on the server.',
  'admin.operation.maintenance': 'Maintenance is on',
  'admin.operation.maintenance.advice':
    'Members see the maintenance page. Administrators can work, and members who are signed in can still open the apps.',
  'admin.operation.proxy-untrusted': 'The proxy {address} isn’t trusted',
  'admin.operation.proxy-untrusted.advice':
    'All visitors share its address and its limits. Tell the operator.',
  'admin.operation.proxy-one-address': 'All visitors come from {address}',
  'admin.operation.proxy-one-address.advice':
    'Everyone therefore shares the same limits on attempts and codes. Ask the operator to check the proxy settings.',
  'admin.operation.zalo-disconnected': 'The Zalo Official Account is disconnected',
  'admin.operation.zalo-disconnected.advice':
    'Zalo rejects VID’s token, so codes will be sent by SMS only. Ask the operator to connect the account again.',
  'admin.operation.passwords-guessed': 'Unusual number of wrong passwords',
  'admin.operation.passwords-guessed.advice':
    'New devices must pass a security check to sign in, until half an hour after wrong passwords fall below the limit. Members can still sign in, but may have to wait a minute if very many people share a network. See the failed sign-ins in the audit log.',
  'admin.operation.sms-ceiling-near': 'SMS costs have passed 80% of the ceiling',
  'admin.operation.sms-ceiling-near.advice':
    'Once costs reach the ceiling, numbers without an account get no codes. See the SMS gateways page, and ask the operator for a higher ceiling if necessary.',
  'admin.operation.sms-ceiling-reached': 'SMS costs have reached the ceiling',
  'admin.operation.sms-ceiling-reached.advice':
    'Numbers without an account get no codes, and decisions on businesses and certificates aren’t sent by SMS. Codes to members and security notices are still sent. Ask the operator for a higher ceiling, or wait for the next day or month.',
  'admin.operation.sms-balance-low': 'An SMS gateway account is nearly empty',
  'admin.operation.sms-balance-low.advice':
    'Once it’s empty, the gateway sends no codes or notices. Top it up. The SMS gateways page shows each balance.',
  'admin.attention.none': 'No tasks are waiting',
  'admin.attention.notice': 'Notify the authority by {time}',
  'admin.attention.overdue': '{count, number} overdue',
  'admin.attention.dueSoon': '{count, number} due soon',
  'admin.dashboard.period': 'Period',
  'admin.dashboard.period.day': '24 hours',
  'admin.dashboard.period.week': '7 days',
  'admin.dashboard.period.month': '30 days',
  'admin.dashboard.failed': 'We couldn’t load the figures.',
  'admin.dashboard.counted': 'Figures as of {time}.',
  'admin.dashboard.notCounted': 'No figures yet. The server counts them every minute.',
  'admin.dashboard.hour': 'Hour',
  'admin.dashboard.day': 'Day',
  'admin.dashboard.todaySoFar': 'Today until {time}',
  'admin.dashboard.hourSoFar': '{start} to {time}',
  'admin.dashboard.todayNotCounted': 'Today, not counted yet',
  'admin.dashboard.hourNotCounted': 'From {start}, not counted yet',
  'admin.dashboard.figures': 'Key figures',
  'admin.dashboard.signUps': 'New accounts',
  'admin.dashboard.signIns': 'Sign-ins',
  'admin.dashboard.failures': 'Failed sign-ins',
  'admin.dashboard.failures.log': 'See in the audit log',
  'admin.dashboard.sessions': 'Active sessions',
  'admin.dashboard.up': 'Up {percent} on the previous period',
  'admin.dashboard.down': 'Down {percent} on the previous period',
  'admin.dashboard.same': 'Same as the previous period',
  'admin.dashboard.noBefore': 'Nothing to compare with yet',
  'admin.dashboard.signUps.question': 'How many accounts are being created?',
  'admin.dashboard.signIns.question': 'Can members sign in?',
  'admin.dashboard.signIns.good': 'Succeeded',
  'admin.dashboard.signIns.bad': 'Failed',
  'admin.dashboard.methods.question': 'How do members sign in?',
  'admin.dashboard.methods.none': 'No sign-ins yet',
  'admin.dashboard.method.password': 'Password',
  'admin.dashboard.method.otp': 'One-time code',
  'admin.dashboard.method.passkey': 'Passkey',
  'admin.dashboard.method.social': 'Social account',
  'admin.dashboard.method.qr': 'QR code',
  'admin.dashboard.method.other': 'Other',
  'admin.dashboard.codes.question': 'Are one-time codes being entered?',
  'admin.dashboard.codes.sent': 'Sent',
  'admin.dashboard.codes.verified': 'Entered',
  'admin.dashboard.codes.sum': 'Codes sent: {sent}, entered correctly: {verified}.',
  'admin.dashboard.codes.sumRate': 'Codes sent: {sent}, entered correctly: {verified} ({percent}).',
  'admin.dashboard.codes.cost': 'Cost: about {cost}.',
  'admin.dashboard.codes.noPrice':
    'The cost is unknown, because no price per message is set. Ask the operator to set it.',
  'admin.sms': 'SMS channel',
  'admin.sms.health.idle': 'No SMS was sent in the last 15 minutes.',
  'admin.sms.health.working':
    'Working: the gateway replies in {time}. Messages accepted in the last 15 minutes: {accepted}.',
  'admin.sms.health.slow': 'The gateway is slow: {time} per message on average in the last 15 minutes.',
  'admin.sms.health.refusing':
    'The gateway is failing. Messages not sent in the last 15 minutes: {failed} of {all}.',
  'admin.sms.badge.idle': 'No messages',
  'admin.sms.badge.working': 'Working',
  'admin.sms.badge.slow': 'Slow',
  'admin.sms.badge.refusing': 'Failing',
  'admin.sms.badge.open': 'Paused',
  'admin.sms.hour': 'Codes sent in the last hour: {sent}, entered correctly: {verified} ({percent}).',
  'admin.sms.hour.none': 'No codes were sent in the last hour.',
  'admin.sms.breaker.auto':
    'Every phone number gets codes. If too few are entered, sending to numbers without an account is paused automatically.',
  'admin.sms.breaker.tripped':
    'Sending to numbers without an account was paused automatically on {time}, because only {verified} of the latest {sent} codes were entered.',
  'admin.sms.breaker.heldOpen':
    '{name} paused codes to numbers without an account from {time} until {until}.',
  'admin.sms.breaker.heldClosed':
    '{name} allowed codes to every number from {time} until {until}, even if few are entered.',
  'admin.sms.breaker.ceiling':
    'SMS costs have reached the ceiling, so codes to numbers without an account are paused.',
  'admin.sms.breaker.others': 'Signing in with a password, passkey or social account isn’t affected.',
  'admin.sms.breaker.open': 'Pause codes to unknown numbers',
  'admin.sms.breaker.open.title': 'Pause codes to numbers without an account?',
  'admin.sms.breaker.open.text':
    'New members can’t create an account until the time you choose is over, or until you return to automatic. Numbers with an account aren’t affected, unless the server is configured not to reveal which numbers have one.',
  'admin.sms.breaker.closed': 'Keep sending to all numbers',
  'admin.sms.breaker.closed.title': 'Send codes to every number even if few are entered?',
  'admin.sms.breaker.closed.text':
    'During the time you choose, codes aren’t paused automatically when the service is abused. The other limits still apply. Every message costs money.',
  'admin.sms.breaker.release': 'Return to automatic',
  'admin.sms.breaker.release.title': 'Return to automatic?',
  'admin.sms.breaker.release.text':
    'Codes are paused when too few are entered, then sent again automatically.',
  'admin.sms.breaker.minutes': 'For how long',
  'admin.sms.breaker.minutes.15': '15 minutes',
  'admin.sms.breaker.minutes.60': '1 hour',
  'admin.sms.breaker.minutes.240': '4 hours',
  'admin.sms.breaker.minutes.1440': '24 hours',
  'admin.sms.breaker.done': 'You changed how codes are sent.',
  'admin.dashboard.lead': 'What needs your attention, and the association’s figures.',
  'admin.sms.gateways': 'View gateways and failures',
};
