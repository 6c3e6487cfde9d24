/** The kinds of personal data that VID holds. */
export const incidentDataKinds = [
  'names',
  'phones',
  'emails',
  'businesses',
  'certificates',
  'credentials',
  'sessions',
  'history',
  'other',
] as const;

export const incidentSeverities = ['low', 'medium', 'high'] as const;

/** How the accounts that an incident affects can be found. */
export const incidentCriteria = ['address', 'actor', 'sign-in', 'application'] as const;
