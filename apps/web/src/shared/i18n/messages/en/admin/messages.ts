export const adminMessages = {
  'admin.messages.lead':
    'SMS providers send only texts that are registered for the brandname. Register a new text first, then change it here. A change applies right away.',
  'admin.messages.group.code.lead': 'A purpose without a text of its own uses the text of “Every purpose”.',
  'admin.messages.group.sms.lead': 'Sent to the member’s phone. The link is always part of the message.',
  'admin.messages.group.subject.lead': 'Shared by emails of the same kind.',
  'admin.messages.group.mail.lead':
    'Says what happened. VID adds the time, the device, the place and the last paragraph.',
  'admin.messages.group.action.lead': 'Says what the link is for.',
  'admin.messages.show': 'View {count} texts',
  'admin.messages.changed': 'Changed',
  'admin.messages.edit': 'Edit',
  'admin.messages.edit.of': 'Edit: {text}',
  'admin.messages.text.lead': 'Leave a field empty to use the built-in text again.',
  'admin.messages.required': '(required)',
  'admin.messages.placeholder.code': 'The code',
  'admin.messages.placeholder.name': 'The association’s short name; “VID” until it is named',
  'admin.messages.placeholder.purpose': 'What the code is for, such as “to sign in”',
  'admin.messages.placeholder.minutes': 'How many minutes the code is valid',
  'admin.messages.placeholder.host': 'VID’s domain',
  'admin.messages.placeholder.link': 'The link',
  'admin.messages.placeholder.origin': 'Device, place and time, if they don’t cost another message',
  'admin.messages.placeholder.count': 'The number of changes in the message',
  'admin.messages.placeholder.phone': 'The phone number, masked',
  'admin.messages.problem.missing': '{placeholder} is missing.',
  'admin.messages.problem.unknown': '{placeholder} can’t be used here.',
  'admin.messages.problem.digits': 'Don’t use four digits in a row: phones could offer them as the code.',
  'admin.messages.problem.lines': 'A subject has one line.',
  'admin.messages.size.gsm7':
    'GSM-7: {length} characters, charged as {parts, plural, one {# message} other {# messages}}.',
  'admin.messages.size.ucs2':
    'Not GSM-7, so a message has 70 characters: {length} characters, charged as {parts, plural, one {# message} other {# messages}}.',
  'admin.messages.noBrowserLine':
    'The last line isn’t {line}. Browsers won’t fill in the code, and may fill it in on a fake page.',
  'admin.messages.carriers': 'Texts for single carriers',
  'admin.messages.carriers.lead':
    'Needed only if a carrier demands another text. An empty field uses the text above. The carrier is guessed from the number’s prefix.',
  'admin.messages.zns.template.hint': 'Leave empty to use the template in the server’s settings.',
  'admin.messages.zns.templateInvalid': 'A template ID has digits only.',
  'admin.messages.zns.noTemplate': 'Enter the template ID, or remove the parameters.',
  'admin.messages.zns.noCode': 'One parameter must have the value {code} in both languages.',
  'admin.messages.zns.nameInvalid':
    'Enter a name of letters without diacritics, digits or underscores that no other parameter has.',
  'admin.messages.zns.name': 'Parameter name',
  'admin.messages.zns.value': 'Value',
  'admin.messages.zns.value.hint': 'You can insert {placeholders}.',
  'admin.messages.zns.add': 'Add a parameter',
  'admin.messages.zns.remove': 'Remove the last parameter',
} as const;
