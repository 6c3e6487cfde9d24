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

export const incidentCriteria = ['address', 'actor', 'sign-in', 'application'] as const;
