import { sessionDemands } from '@vid/contract/endpoints/shapes';
import type { AccountRole } from '#database/tables.ts';
import type { Amr, SignInMethod } from './proof.ts';

/**
 * Steps that an account must still take after a valid proof. `two-step` comes before the session. The other
 * demands need a session, and block single sign-on until they are met.
 */
export type Demand = 'two-step' | SessionDemand;
export type SessionDemand = (typeof sessionDemands)[number];

/** Returns the demands in the order in which the account must meet them. */
export function demandsOn(session: {
  readonly mustDecideDeletion: boolean;
  readonly mustChangePassword: boolean;
  readonly mustAgree: boolean;
}): SessionDemand[] {
  const isOpen = {
    'decide-deletion': session.mustDecideDeletion,
    'change-password': session.mustChangePassword,
    agree: session.mustAgree,
  };
  return sessionDemands.filter((demand) => isOpen[demand]);
}

const provableAmr = ['pwd', 'otp', 'sms', 'fed', 'pop'] as const satisfies readonly Amr[];

/**
 * Proofs required of an administrator with neither a passkey nor an authenticator app. A SIM can be swapped
 * and a password stolen, so neither proof is enough alone.
 */
const administratorProofs = ['pwd', 'otp'] as const satisfies readonly Amr[];

/**
 * Step that a proof still lacks. A passkey lacks nothing, because it proves possession of a key and its
 * device verified the user.
 * - `code-of-app`: the account has an authenticator app. Members need its code only on a device that is not
 * remembered, administrators on every device.
 * - `passkey`: an administrator has a passkey but no authenticator app.
 * - `both-proofs`: an administrator has neither a passkey nor an authenticator app.
 */
export type SecondStep = 'nothing' | 'code-of-app' | 'passkey' | 'both-proofs';

export type SignInFacts = {
  readonly role: AccountRole;
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  readonly isRemembered: boolean;
  /** True if the phone may belong to another person. */
  readonly phoneInDoubt: boolean;
  /** Unfinished sign-in of this browser and account that the proof may continue. */
  readonly earlier: { readonly amr: readonly string[] } | undefined;
};

export type Proved = {
  readonly method: SignInMethod;
  readonly amr: readonly Amr[];
  readonly isUnconfirmed: boolean;
  readonly isSecondStep: boolean;
};

export type Decision =
  /** `isConfirmed`: the session may make sensitive changes immediately. */
  | { readonly outcome: 'session'; readonly amr: readonly string[]; readonly isConfirmed: boolean }
  /** The account needs another factor; `amr` contains the methods proved so far. */
  | {
      readonly outcome: 'step';
      readonly step: Exclude<SecondStep, 'nothing'>;
      readonly amr: readonly string[];
    }
  /** The first step of the sign-in has expired, or was completed or replaced. */
  | { readonly outcome: 'refusal' }
  /** The phone is in doubt, and a code sent to the phone was entered without the password. */
  | { readonly outcome: 'phone-in-doubt' };

export function decide(proved: Proved, facts: SignInFacts): Decision {
  if (facts.phoneInDoubt && proved.amr.includes('sms') && !proved.amr.includes('pwd'))
    return { outcome: 'phone-in-doubt' };
  const step = requiredStep(proved, facts);
  const { isSecondStep } = proved;
  if (isSecondStep && !facts.earlier) return { outcome: 'refusal' };
  const continues = isSecondStep || step !== 'nothing';
  const known = continues && facts.earlier ? [...proved.amr, ...facts.earlier.amr] : proved.amr;
  const amr = provableAmr.filter((method) => known.some((other) => other === method));
  const isComplete =
    isSecondStep ||
    step === 'nothing' ||
    (step === 'both-proofs' && administratorProofs.every((method) => amr.includes(method)));
  if (!isComplete) return { outcome: 'step', step, amr };
  const isMultiFactor = continues || amr.includes('pop');
  return {
    outcome: 'session',
    amr: isMultiFactor ? [...amr, 'mfa'] : amr,
    isConfirmed: confirms(proved, amr),
  };
}

function requiredStep(
  { amr }: Pick<Proved, 'amr'>,
  { role, hasApp, hasPasskey, isRemembered }: SignInFacts,
): SecondStep {
  if (amr.includes('pop')) return 'nothing';
  const isAdmin = role === 'admin';
  if (hasApp) return isRemembered && !isAdmin ? 'nothing' : 'code-of-app';
  if (!isAdmin) return 'nothing';
  return hasPasskey ? 'passkey' : 'both-proofs';
}

/**
 * Returns whether the session may make sensitive changes immediately. After a sign-up it may, because the
 * password was just set. After a sign-in by QR it may not, because the proof came from the phone and not from
 * this screen. Any other session needs the password or a passkey, and a proof without `isUnconfirmed`.
 */
function confirms({ method, isUnconfirmed }: Proved, amr: readonly string[]): boolean {
  if (method === 'sign-up') return true;
  return method !== 'qr' && !isUnconfirmed && (amr.includes('pwd') || amr.includes('pop'));
}

/**
 * Returns whether a sign-in on a new device notifies the owner. A new member has no earlier devices, and the
 * owner has just approved the device of a QR sign-in.
 */
export function notifiesNewDevice(method: SignInMethod): boolean {
  return method !== 'sign-up' && method !== 'qr';
}

/** Event of the last hour that affects the sign-in limits. */
export type RecentEvent = {
  readonly kind:
    | 'session.started'
    | 'sign-in.step'
    | 'sign-in.failed'
    | 'password.reset'
    | 'account.recovered';
  readonly ageSeconds: number;
};

export type RecentSignIns = { readonly recent: readonly RecentEvent[]; readonly perHour: number };

/**
 * Returns the seconds until a valid proof may take effect; null for no wait. Sessions and first steps are
 * counted separately, so that a stolen password that yields only first steps cannot use up the owner's
 * passkey sign-ins. A known device may take twice as many first steps, so that a stolen password cannot use
 * up the steps of the owner's devices. Sessions need no second limit, because every completed sign-in makes
 * its browser known.
 */
export function waitBefore(
  outcome: 'session' | 'step',
  { recent, perHour, isKnownDevice }: RecentSignIns & { readonly isKnownDevice: boolean },
): number | null {
  if (outcome === 'session') return waitAfter('session.started', perHour, recent);
  return waitAfter('sign-in.step', isKnownDevice ? 2 * perHour : perHour, recent);
}

/**
 * Returns the seconds until the correct password of a locked account is recorded again; null if it is
 * recorded now.
 */
export const waitOfLocked = ({ recent, perHour }: RecentSignIns): number | null =>
  waitAfter('sign-in.failed', perHour, recent);

const hour = 3_600;

/**
 * Returns the seconds until the events of a kind are below the limit; null if they are now. Events before the
 * last reset or recovery may be an intruder's, so they are ignored.
 */
function waitAfter(kind: RecentEvent['kind'], limit: number, recent: readonly RecentEvent[]): number | null {
  const returns = recent.filter(
    (event) => event.kind === 'password.reset' || event.kind === 'account.recovered',
  );
  const since = Math.min(hour, ...returns.map(({ ageSeconds }) => ageSeconds));
  const ages = recent.filter((event) => event.kind === kind).map(({ ageSeconds }) => ageSeconds);
  const blocking = ages.filter((age) => age < since).toSorted((a, b) => a - b)[limit - 1];
  return blocking === undefined ? null : Math.max(1, Math.ceil(hour - blocking));
}

export type MissingFactor = 'password' | 'code' | 'passkey';

export function missingFactor(step: SecondStep, amr: readonly string[]): MissingFactor {
  if (step === 'passkey') return 'passkey';
  return amr.includes('pwd') ? 'code' : 'password';
}

/** Recovery codes replace a lost authenticator app, so both methods complete a `code-of-app` step. */
export const secondStepMethods = ['totp', 'recovery-code'] as const;
