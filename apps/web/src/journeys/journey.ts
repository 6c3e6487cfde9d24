import type { FlowName } from '#state/signup.ts';
import type { Path } from '#navigation/paths.ts';

export type JourneyEvent =
  | 'codeSent'
  | 'codeAccepted'
  | 'codeExpired'
  | 'codeLocked'
  | 'phoneChangeRequested'
  | 'verificationExpired'
  | 'accountExists'
  | 'accountMissing'
  /** The code is right, but the account also needs its password. */
  | 'passwordDemanded'
  /** The user must solve the picture captcha, which has its own page. */
  | 'pictureDemanded'
  | 'signUpAccepted'
  | 'accountCreated'
  | 'signedIn'
  | 'passwordSet';

export type JourneyEffect = 'forgetProof' | 'forgetFlow' | 'carryToSignUp' | 'carryToSuccess';

/** Reasons for a redirect. The app shows a text for each. */
export type JourneyReason =
  | 'startFirst'
  | 'codeExpired'
  | 'codeLocked'
  | 'verificationExpired'
  | 'accountExists'
  /** An administrator has proved one factor, and the other is still needed. */
  | 'passwordNeeded'
  /** A signed-out phone has scanned the QR code of another screen. */
  | 'signInToApprove'
  | 'passwordSet';

export type Move<Step extends string> = {
  to: Step;
  effects?: readonly JourneyEffect[];
  reason?: JourneyReason;
};

export type JourneyStep<Step extends string> = {
  page: Path;
  /** Other pages that may be open at this step, such as the page that corrects the phone. */
  alsoOpen: readonly Path[];
  /** Proof that the step needs. Its expiry raises the event `codeExpired` or `verificationExpired`. */
  needs: 'nothing' | 'liveCode' | 'liveVerification';
  on: { readonly [E in JourneyEvent]?: Move<Step> };
};

/**
 * Creates a step from its page, its required proof, other open pages and its moves, so that a journey reads as a table.
 */
export const stepAt = <Step extends string>(
  page: Path,
  needs: JourneyStep<Step>['needs'],
  alsoOpen: readonly Path[],
  on: JourneyStep<Step>['on'],
): JourneyStep<Step> => ({ page, alsoOpen, needs, on });

export type Journey<Step extends string = string> = {
  flow: FlowName;
  title: string;
  start: Step;
  steps: Readonly<Record<Step, JourneyStep<Step>>>;
};

export type FlowFacts = {
  flow: FlowName | null;
  step: string | null;
  phone: string | null;
  otpRequestId: string | null;
  codeExpiresAt: number;
  verifiedUntil: number;
};

export type Position<Step extends string> = {
  step: Step;
  effects: readonly JourneyEffect[];
  reason: JourneyReason | null;
};

function isStepOf<Step extends string>(journey: Journey<Step>, step: string | null): step is Step {
  return step !== null && Object.hasOwn(journey.steps, step);
}

/** Returns the next position, or null if the step ignores the event (a late response, a second click). */
export function advance<Step extends string>(
  journey: Journey<Step>,
  step: Step,
  event: JourneyEvent,
): Position<Step> | null {
  const move = journey.steps[step].on[event];
  return move === undefined
    ? null
    : { step: move.to, effects: move.effects ?? [], reason: move.reason ?? null };
}

/**
 * Returns the current step, regardless of expiry, because a server response takes precedence over this browser's clock.
 */
export function currentStep<Step extends string>(
  journey: Journey<Step>,
  facts: Pick<FlowFacts, 'flow' | 'step'>,
): Step {
  return facts.flow === journey.flow && isStepOf(journey, facts.step) ? facts.step : journey.start;
}

function timeEvent<Step extends string>(
  step: JourneyStep<Step>,
  facts: FlowFacts,
  now: number,
): JourneyEvent | null {
  if (step.needs === 'liveCode' && now >= facts.codeExpiresAt) return 'codeExpired';
  if (step.needs === 'liveVerification' && now >= facts.verifiedUntil) return 'verificationExpired';
  return null;
}

/**
 * Returns the current position, or the next one if its code or verification has expired. A forged step, or a step of
 * another flow, leads to the start.
 */
export function settle<Step extends string>(
  journey: Journey<Step>,
  facts: FlowFacts,
  now: number,
): Position<Step> {
  const { start, steps } = journey;
  const atStart: Position<Step> = { step: start, effects: [], reason: null };
  if (facts.flow !== journey.flow || !isStepOf(journey, facts.step)) return atStart;
  const step = steps[facts.step];
  if (facts.step !== start && facts.phone === null) return atStart;
  if (step.needs === 'liveCode' && facts.otpRequestId === null) return atStart;
  const event = timeEvent(step, facts, now);
  const stays: Position<Step> = { step: facts.step, effects: [], reason: null };
  return event === null ? stays : (advance(journey, facts.step, event) ?? stays);
}

export type PageDecision = { kind: 'show' } | { kind: 'redirect'; to: Path; reason: JourneyReason | null };

export function decidePage<Step extends string>(
  journey: Journey<Step>,
  position: Position<Step>,
  page: Path,
): PageDecision {
  const step = journey.steps[position.step];
  if (step.page === page || step.alsoOpen.includes(page)) return { kind: 'show' };
  // Explain a redirect to the start and an expired step; a redirect to a later step needs no explanation.
  const reason = position.reason ?? (position.step === journey.start ? 'startFirst' : null);
  return { kind: 'redirect', to: step.page, reason };
}
