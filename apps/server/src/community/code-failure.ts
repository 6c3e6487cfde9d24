import type { ErrorCode } from '@vid/contract/errors';
import type { AttemptProblemCode, AttemptStep } from '@vid/contract/sso/attempts';
import { done, failed, type StepResult } from '#diagnosis/attempts/attempt.ts';

type Failure = readonly [AttemptStep, 'failed' | 'waiting', AttemptProblemCode];

const failures: Partial<Record<ErrorCode, Failure>> = {
  PASSWORD_CHANGE_REQUIRED: ['signIn', 'waiting', 'passwordChange'],
  AGREEMENT_REQUIRED: ['signIn', 'waiting', 'agreement'],
  DELETION_PENDING: ['signIn', 'waiting', 'deletionPending'],
  NAME_REQUIRED: ['signIn', 'waiting', 'nameMissing'],
  EMAIL_REQUIRED: ['signIn', 'waiting', 'emailMissing'],
  CONSENT_REQUIRED: ['consent', 'waiting', 'consentMissing'],
  SSO_FORBIDDEN: ['signIn', 'failed', 'noPermission'],
  SSO_INVALID_REQUEST: ['code', 'failed', 'challenge'],
};

/**
 * Returns the steps that a refused code request adds to the sign-on log; none for a refusal that the log does
 * not record.
 */
export function codeFailure(code: ErrorCode): StepResult[] {
  const failure = failures[code];
  if (!failure) return [];
  const [step, state, problem] = failure;
  const result = failed(step, { code: problem, error: code });
  return [...(step === 'signIn' ? [] : done('signIn')), { ...result, state }];
}
