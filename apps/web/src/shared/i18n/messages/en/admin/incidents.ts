export const adminIncidents = {
  'admin.incidents.lead':
    'The register of incidents in which personal data leaked or was lost. The authority must be notified within 72 hours of discovery.',
  'admin.incidents.new': 'Open an incident',
  'admin.incidents.state.current': 'Open',
  'admin.incidents.state.closed': 'Closed',
  'admin.incidents.none': 'No open incidents',
  'admin.incidents.none.text':
    'If you suspect that personal data has leaked, open an incident right away to start the 72-hour clock.',
  'admin.incidents.name': 'Incident name',
  'admin.incidents.clock': 'Deadline',
  'admin.incidents.left':
    '{hours, plural, =0 {} one {# hour } other {# hours }}{minutes, plural, one {# minute} other {# minutes}} left to notify the authority',
  'admin.incidents.late':
    'Overdue by {hours, plural, =0 {} one {# hour } other {# hours }}{minutes, plural, one {# minute} other {# minutes}}',
  'admin.incidents.urgency.overdue': 'Notice overdue',
  'admin.incidents.urgency.dueSoon': 'Notice due soon',
  'admin.incidents.urgency.inTime': 'Not notified yet',
  'admin.incidents.urgency.told': 'Notified in time',
  'admin.incidents.urgency.toldLate': 'Notified late',
  'admin.incidents.urgency.closed': 'Closed, not notified',
  'admin.incidents.discoveredAt': 'Discovered at',
  'admin.incidents.severity': 'Severity',
  'admin.incidents.severity.required': 'Choose a severity.',
  'admin.incidents.severity.hint': 'Serious: many people may be harmed, or sensitive data leaked.',
  'admin.incidents.severity.low': 'Low',
  'admin.incidents.severity.medium': 'Medium',
  'admin.incidents.severity.high': 'Serious',
  'admin.incidents.authority': 'Notify the authority',
  'admin.incidents.closingTime': 'Closed at',
} as const;
