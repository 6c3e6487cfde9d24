import { checkNames } from '@vid/contract/messages/checks';
import { textsOf } from '#shared/i18n/messages/texts-of.ts';

export const adminEnterprise = {
  'admin.queue.account': 'Open the account',
  'admin.queue.copy': 'Copy',
  'admin.queue.copy.of': 'Copy {value}',
  'admin.queue.copied': 'Copied.',
  'admin.queue.declaredAt': 'Declared on {time}',
  'admin.queue.accountCreated': 'Account created',
  'admin.queue.declared': 'Declared details',
  'admin.queue.decision': 'Check and decide',
  'admin.queue.check.lead': 'Tick each item once you’ve compared it yourself.',
  'admin.queue.check.required': 'Compare this and tick it, or decline the case.',
  'admin.queue.register.open': 'Open {province}’s register (new tab)',
  'admin.queue.register.missing': 'The address of {province}’s register hasn’t been set.',
  'admin.queue.register.set': 'Add address',
  'admin.queue.reason': 'Reason for declining',
  'admin.queue.enterprise.checks.lead':
    'VID can only check the format. Compare with the national business register.',
  'admin.queue.check.complete': 'The name, tax code and representative are filled in.',
  'admin.queue.check.incomplete':
    'The name, tax code or representative is missing, so it can’t be verified yet.',
  'admin.queue.check.taxCode.ok': 'The tax code has the right format.',
  'admin.queue.check.taxCode.unverified':
    'The check digit of the tax code doesn’t match. It may be a typo, so check it closely.',
  'admin.queue.check.taxCode.malformed': 'The tax code has the wrong format.',
  'admin.queue.check.taxCode.none': 'No tax code declared.',
  'admin.queue.check.taxCode.unique': 'No other account declares this tax code.',
  'admin.queue.check.taxCode.same': 'Other accounts declare this tax code:',
  'admin.queue.check.brokers':
    '{count, plural, =0 {No brokers name this business as their employer.} one {One broker names this business as their employer.} other {# brokers name this business as their employer.}}',
  'admin.queue.check.broker.unnamed': 'The broker has no name in VID, so it can’t be compared.',
  'admin.queue.check.dates': 'The declared expiry date hasn’t passed.',
  'admin.queue.check.dates.past': 'The certificate has expired. The broker must declare a new one.',
  'admin.queue.check.dates.none': 'No expiry date declared.',
  'admin.queue.check.employer.none': 'No employer declared.',
  'admin.queue.check.employer.verified': 'The employer is a verified business.',
  'admin.queue.check.employer.unverified': 'The employer isn’t verified.',
  'admin.queue.check.number.unique': 'No one else declares this number.',
  'admin.queue.check.number.same': 'Others declare this number:',
  'admin.queue.certificate.title': 'Certificate {number}',
  'admin.queue.own': 'This is your own account. Ask another administrator to decide.',
  'admin.queue.nothing': 'Nothing to decide right now.',
  'admin.queue.enterprise.decision.lead':
    'You verify the name and the tax code. If either changes, the business has to be verified again.',
  'admin.queue.certificate.decision.lead':
    'If the broker changes the certificate, it has to be confirmed again.',
  'admin.queue.enterprise.approve': 'Verify',
  'admin.queue.certificate.approve': 'Confirm',
  'admin.queue.enterprise.refuse': 'Decline',
  'admin.queue.enterprise.refuse.title': 'Decline to verify {name}?',
  'admin.queue.enterprise.refuse.text':
    'The member is notified and can read the reason. The business returns to the queue once the member changes its details.',
  'admin.queue.enterprise.withdraw': 'Withdraw verification',
  'admin.queue.enterprise.withdraw.title': 'Withdraw {name}’s verification?',
  'admin.queue.enterprise.withdraw.text':
    'The next time an app asks VID, the business is shown as not verified. The member is notified and can read the reason.',
  'admin.queue.certificate.refuse': 'Decline',
  'admin.queue.certificate.refuse.title': 'Decline {name}’s certificate?',
  'admin.queue.certificate.refuse.text':
    'The broker is notified and can read the reason. The certificate returns to the queue once it is declared again.',
  'admin.queue.certificate.withdraw': 'Withdraw confirmation',
  'admin.queue.certificate.withdraw.title': 'Withdraw the confirmation of {name}’s certificate?',
  'admin.queue.certificate.withdraw.text':
    'The next time an app asks VID, the certificate is shown as not confirmed. The broker is notified and can read the reason.',
  'admin.queue.reason.hint': 'The member reads this reason. Say what needs to be corrected.',
  'admin.queue.checked': 'Decided by {name} on {time}',
  ...textsOf('admin.check', checkNames, 'en'),
} as const;
