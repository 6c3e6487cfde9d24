/**
 * The checks that an administrator must tick before each of these decisions, because VID cannot make them itself. The
 * audit event of the decision names the ticked checks.
 */
export const requiredChecks = {
  'certificate.confirmed': ['number', 'holder', 'dates'],
  'enterprise.verified': ['tax-code', 'company-name', 'representative'],
  'privacy-request.done': ['carried-out', 'passed-on'],
  'privacy-request.declined': ['legal-basis'],
} as const;

export type CheckedDecision = keyof typeof requiredChecks;
export type Check = (typeof requiredChecks)[CheckedDecision][number];
