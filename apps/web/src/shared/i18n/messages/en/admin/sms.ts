export const adminSms = {
  'admin.gateways.title': 'SMS gateways',
  'admin.gateways.lead': 'Codes and notices that each gateway accepted and delivered in the last 24 hours.',
  'admin.gateways.cost': 'Cost today: {today}. This month: {month}.',
  'admin.gateways.ceiling.day': 'Daily ceiling: {ceiling} ({percent} used).',
  'admin.gateways.ceiling.month': 'Monthly ceiling: {ceiling} ({percent} used).',
  'admin.gateways.ceiling.near':
    'SMS costs have passed 80% of their ceiling. At the ceiling, numbers without an account get no codes.',
  'admin.gateways.ceiling.reached':
    'SMS costs have reached their ceiling. Numbers without an account get no codes; codes to members and security notices are still sent.',
  'admin.gateways.cost.unknown':
    'The cost is unknown: the gateway reports no price, and the operator hasn’t set the price of an SMS.',
  'admin.gateways.order': 'Gateways in order: {order}.',
  'admin.gateways.order.notice': 'For notices: {order}.',
  'admin.gateways.order.carrier': 'For {carrier} numbers: {order}.',
  'admin.gateways.order.other': 'For numbers of other carriers: {order}.',
  'admin.gateways.idle': 'This gateway sent no message in the last 24 hours.',
  'admin.gateways.balance': 'Balance at {time}: {balance}.',
  'admin.gateways.balance.low': 'Low balance',
  'admin.gateways.paused': 'Failing',
  'admin.gateways.paused.text':
    'The gateway failed 5 times in a row. For 30 seconds, VID tries other gateways first.',
  'admin.gateways.caption': 'Messages sent by {name}, by carrier',
  'admin.gateways.channel.zns': 'Zalo ZNS',
  'admin.gateways.channel.esms': 'eSMS',
  'admin.gateways.channel.speedsms': 'SpeedSMS',
  'admin.gateways.channel.http': 'HTTP gateway',
  'admin.gateways.channel.outbox': 'Test outbox',
  'admin.gateways.carrier': 'Carrier',
  'admin.gateways.carrier.other': 'Other carriers',
  'admin.gateways.accepted': 'Accepted',
  'admin.gateways.delivered': 'Delivered',
  'admin.gateways.undelivered': 'Undelivered',
  'admin.gateways.failed': 'Not accepted',
  'admin.gateways.verified': 'Codes entered',
  'admin.gateways.verified.of': '{verified} of {codes} ({percent})',
  'admin.gateways.answer': 'Response time',
  'admin.gateways.delivery': 'Delivery time',
  'admin.gateways.seconds': '{seconds} s',
  'admin.gateways.failures': 'Last 20 failures',
  'admin.gateways.failures.none': 'No failures in the last 24 hours',
  'admin.gateways.time': 'Time',
  'admin.gateways.phone': 'Phone number',
  'admin.gateways.gateway': 'Gateway',
  'admin.gateways.kind': 'Message',
  'admin.gateways.kind.code': 'Code',
  'admin.gateways.kind.notice': 'Notice',
  'admin.gateways.cause': 'Cause',
  'admin.gateways.cause.number-invalid': 'This number can’t receive SMS.',
  'admin.gateways.cause.number-blocked':
    'The gateway has blocked this number. Ask the gateway to unblock it.',
  'admin.gateways.cause.carrier-unsupported':
    'The sender name isn’t registered with this carrier. Ask the gateway to register it.',
  'admin.gateways.cause.no-zalo': 'This number has no Zalo account.',
  'admin.gateways.cause.zalo-refused':
    'Zalo can’t reach this person: they block messages, are inactive or use an old version of Zalo.',
  'admin.gateways.cause.text-refused':
    'The text differs from the registered template. Register the template again.',
  'admin.gateways.cause.sender-unknown':
    'The sender name (brandname) isn’t registered. Ask the gateway to register it.',
  'admin.gateways.cause.no-balance': 'The gateway account has no balance. Top it up.',
  'admin.gateways.cause.credentials': 'The gateway rejected VID’s credentials. The operator must check them.',
  'admin.gateways.cause.not-allowed':
    'The gateway doesn’t allow this server. Give the gateway its IP address.',
  'admin.gateways.cause.quota': 'The gateway’s quota is used up. Ask for a higher one.',
  'admin.gateways.cause.unreachable':
    'The gateway couldn’t be reached. The operator must check the connection.',
  'admin.gateways.cause.no-answer': 'The gateway didn’t reply in time. The message may have been sent.',
  'admin.gateways.cause.broken-answer':
    'The gateway’s reply couldn’t be read. The message may have been sent.',
  'admin.gateways.cause.refused': 'The gateway rejected the message and gave no reason.',
  'admin.gateways.cause.undelivered': 'The gateway accepted the message, but the carrier didn’t deliver it.',
} as const;
