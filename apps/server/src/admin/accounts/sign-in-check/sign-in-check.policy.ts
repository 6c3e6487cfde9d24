import type { Data } from '@vid/contract/endpoints/index';

type Check = Data<'GET /vid/api/admin/accounts/:accountId/sign-in-check'>;
type Limit = Check['limits'][number];
export type LimitName = Limit['limit'];
type Reason = Check['verdict']['reason'];
type CodeState = Check['codes'][number]['state'];

export type InForce = {
  readonly limit: LimitName;
  readonly until: Date | null;
  readonly network: string | null;
};

/**
 * Counts that support can clear to lift a limit. Null for a limit that the account shares with others, which
 * bounds the cost of SMS and attacks from one network.
 */
const lifts: Readonly<Record<LimitName, Limit['lift']>> = {
  'password-wait': 'passwords',
  'password-code': 'passwords',
  'codes-wait': 'codes',
  'codes-slot': 'codes',
  'codes-hour': 'codes',
  'codes-day': 'codes',
  'codes-attacked': 'codes',
  'app-codes': 'app-codes',
  'network-unanswered': null,
  'network-hour': null,
  prefix: null,
  all: null,
  'sms-paused': null,
};

export const liftOf = (limit: LimitName): Limit['lift'] => lifts[limit];

export type Code = {
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly isUndelivered: boolean;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly verifiedAt: Date | null;
  readonly tokenUsedAt: Date | null;
  readonly expiresAt: Date;
};

/** Time after which a message no longer counts as being sent. */
const sendingMs = 6_000;
/** Lifetime of a code that no later code replaces. */
const lifeMs = 300_000;

export function gatewayOf(code: Code, now: Date): Check['codes'][number]['gateway'] {
  if (code.isUndelivered) return 'failed';
  if (code.sentAt === null) return 'unsent';
  const isOpen = code.verifiedAt === null && code.attempts === 0;
  return isOpen && now.getTime() - code.sentAt.getTime() < sendingMs ? 'sending' : 'accepted';
}

/** Returns whether an SMS arrived. Only the entry of its code proves that it did. */
export function deliveredOf(code: Code): Check['codes'][number]['delivered'] {
  if (code.verifiedAt !== null) return 'yes';
  return code.isUndelivered || code.sentAt === null ? 'no' : 'unknown';
}

export function stateOf(code: Code, now: Date): CodeState {
  if (code.tokenUsedAt !== null) return 'used';
  if (code.verifiedAt !== null) return 'entered';
  if (code.isUndelivered) return 'failed';
  if (code.attempts >= code.maxAttempts) return 'locked';
  if (code.expiresAt > now) return 'waiting';
  return code.expiresAt.getTime() < code.createdAt.getTime() + lifeMs ? 'replaced' : 'expired';
}

/** Subtracts the correct attempt, which `attempts` includes. */
export const wrongTries = ({ attempts, verifiedAt }: Code): number =>
  Math.max(0, attempts - (verifiedAt === null ? 0 : 1));

export type SignInFacts = {
  readonly now: Date;
  readonly status: 'active' | 'locked';
  readonly lockedByOwner: boolean;
  readonly hasPhone: boolean;
  readonly hasPassword: boolean;
  readonly mustChangePassword: boolean;
  readonly hasOtherWay: boolean;
  /**
   * True if, after a report by the owner, the phone may be another person's; a code alone then no longer
   * signs in.
   */
  readonly phoneInDoubt: boolean;
  /** True if the account was not used for 180 days; a code alone then no longer signs in. */
  readonly isDormant: boolean;
  readonly limits: readonly InForce[];
  readonly lastCode: Code | undefined;
};

/** Age up to which a code that was not entered probably explains a call to support. */
const recentMs = 30 * 60_000;

const sharedLimits: readonly LimitName[] = ['network-unanswered', 'network-hour', 'prefix', 'all'];
/** Excludes `codes-wait`, because the wait before the next code is too short to count as an obstacle. */
const codeLimits: readonly LimitName[] = ['codes-slot', 'codes-hour', 'codes-day'];

/**
 * Decides whether a member can sign in now, and returns the most serious obstacle, or `open` if there is
 * none. `partly` means that the member may have to wait, take a further step or use another credential.
 */
export function judgeSignIn(facts: SignInFacts): {
  readonly answer: Check['verdict']['answer'];
  readonly reason: Reason;
  readonly until: Date | null;
} {
  const no = (reason: Reason) => ({ answer: 'no', reason, until: null }) as const;
  const partly = (reason: Reason, until: Date | null = null) =>
    ({ answer: 'partly', reason, until }) as const;
  /** Returns the verdict for an obstacle to codes: `no` if the account has no other credential. */
  const withoutCodes = (reason: Reason, until: Date | null = null) =>
    facts.hasPassword || facts.hasOtherWay
      ? partly(reason, until)
      : ({ answer: 'no', reason, until } as const);
  const inForce = (...limits: readonly LimitName[]) =>
    facts.limits.find(({ limit }) => limits.includes(limit));

  if (facts.status === 'locked') return no(facts.lockedByOwner ? 'locked-by-owner' : 'locked');
  if (!facts.hasPhone && !facts.hasOtherWay) return no('no-way');
  const appCodes = inForce('app-codes');
  if (appCodes) return partly('app-codes-limit', appCodes.until);
  if (!facts.hasPhone) return partly('no-phone');
  if (facts.phoneInDoubt) return withoutCodes('phone-in-doubt');
  if (facts.isDormant) return withoutCodes('dormant');

  const codes = inForce(...codeLimits);
  if (codes) return withoutCodes('codes-limit', codes.until);
  const shared = inForce(...sharedLimits);
  if (shared) return withoutCodes('shared-limit', shared.until);
  if (inForce('sms-paused')) return withoutCodes('sms-paused');
  const problem = problemOfCode(facts);
  if (problem) return partly(problem, inForce('codes-wait')?.until ?? null);

  if (!facts.hasPassword) return { answer: 'yes', reason: 'no-password', until: null };
  const wait = inForce('password-wait');
  if (wait) return partly('password-wait', wait.until);
  if (inForce('password-code')) return partly('password-code');
  if (facts.mustChangePassword) return { answer: 'yes', reason: 'must-change-password', until: null };
  return { answer: 'yes', reason: 'open', until: null };
}

/**
 * Returns the problem of the last code; undefined if it has none or if there is no code. An old code counts as
 * none, because it does not explain a call to support.
 */
function problemOfCode({ lastCode, now }: SignInFacts): Reason | undefined {
  if (!lastCode || now.getTime() - lastCode.createdAt.getTime() > recentMs) return undefined;
  const state = stateOf(lastCode, now);
  if (state === 'failed' || gatewayOf(lastCode, now) === 'unsent') return 'sms-failed';
  if (state === 'locked') return 'code-locked';
  if (state === 'used' || state === 'entered') return undefined;
  return lastCode.attempts > 0 ? 'code-mistyped' : 'code-not-entered';
}
