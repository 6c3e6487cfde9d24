import { createHash } from 'node:crypto';
import type { AddressDifference, AttemptProblemCode, AttemptStep } from '@vid/contract/sso/attempts';

export type AttemptProblem = {
  readonly code: AttemptProblemCode;
  readonly error: string;
  readonly detail?: string | null;
  readonly sent?: string | null;
  readonly expected?: readonly string[];
  readonly difference?: AddressDifference | null;
};

export type StepResult = {
  readonly step: AttemptStep;
  readonly state: 'done' | 'waiting' | 'failed';
  readonly problem?: AttemptProblem;
};

export type Protocol = 'openid' | 'community' | 'machine';

/** A new attempt; later requests find it by its `links`. */
export type NewAttempt = {
  readonly clientId: string;
  readonly protocol: Protocol;
  readonly links: readonly string[];
  readonly steps: readonly StepResult[];
};

/** Later steps for the client's newest attempt with this link, and further links to that attempt. */
export type Continuation = {
  readonly clientId: string;
  readonly link: string;
  readonly links?: readonly string[];
  readonly steps: readonly StepResult[];
};

/**
 * Kind of value by which a later request finds its attempt. Only a hash of the value is stored, because codes
 * are secret and sessions are personal.
 */
export type LinkKind = 'challenge' | 'code' | 'token' | 'grant' | 'browser';

export function linkOf(kind: LinkKind, value: string | Buffer): string {
  return createHash('sha256').update(`${kind}:`).update(value).digest('base64url').slice(0, 22);
}

export const done = (...steps: readonly AttemptStep[]): StepResult[] =>
  steps.map((step) => ({ step, state: 'done' }));

export const failed = (step: AttemptStep, problem: AttemptProblem): StepResult => ({
  step,
  state: 'failed',
  problem,
});
