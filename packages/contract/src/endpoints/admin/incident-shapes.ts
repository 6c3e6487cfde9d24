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

/** The criteria by which the accounts that an incident affects are found. */
export const incidentCriteria = ['address', 'actor', 'sign-in', 'application'] as const;
