import type { FlowName } from '#state/signup.ts';
import type { Path } from '#navigation/paths.ts';

/** What may happen on the way; each event is reported by the page where it happened, or by the clock. */
export type JourneyEvent =
  | 'codeSent'
  | 'codeAccepted'
  | 'codeExpired'
  | 'codeLocked'
  /** No answer came when the code was checked, and it is of no use the second time. */
  | 'answerLost'
  | 'phoneChangeAsked'
  | 'verificationExpired'
  | 'accountExists'
  | 'accountMissing'
  | 'signUpAccepted'
  | 'accountCreated'
  | 'signedIn'
  | 'passwordSet';

/** What the app does when a step is taken; carried out by `run.ts`. */
export type JourneyEffect = 'forgetProof' | 'forgetFlow' | 'carryToSignUp';

/** Why a person finds themselves on another page than the one they asked for; each has a text. */
export type JourneyReason =
  | 'startFirst'
  | 'codeExpired'
  | 'codeLocked'
  | 'answerLost'
  | 'verificationExpired'
  | 'accountExists';

export type Move<Step extends string> = {
  to: Step;
  effects?: readonly JourneyEffect[];
  reason?: JourneyReason;
};

export type JourneyStep<Step extends string> = {
  /** Where the step is taken. */
  page: Path;
  /** Other pages that may be looked at meanwhile, such as the one to correct the phone on. */
  alsoOpen: readonly Path[];
  /** What must still hold for the step to make sense, and what happens when it does not. */
  needs: 'nothing' | 'liveCode' | 'liveVerification';
  on: { readonly [E in JourneyEvent]?: Move<Step> };
};

export type Journey<Step extends string = string> = {
  flow: FlowName;
  title: string;
  start: Step;
  steps: Readonly<Record<Step, JourneyStep<Step>>>;
};

/** What is known of the flow, from the signup slice. */
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

/** The next position, or null where this event means nothing at this step (a late answer, a second press). */
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

/** The step a journey stands at, whatever the clock says: an answer of the server counts more than it. */
export function standsAt<Step extends string>(
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
 * Where the journey really stands: another flow's or a forged step is the start; a step that has run out has
 * gone back.
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

export type PageDecision = { kind: 'show' } | { kind: 'lead'; to: Path; reason: JourneyReason | null };

/** Whether a page may be shown at a position, and where it leads if not. */
export function decidePage<Step extends string>(
  journey: Journey<Step>,
  position: Position<Step>,
  page: Path,
): PageDecision {
  const step = journey.steps[position.step];
  if (step.page === page || step.alsoOpen.includes(page)) return { kind: 'show' };
  // Being led on is no surprise; being led to the start is, and so is a step that ran out.
  const reason = position.reason ?? (position.step === journey.start ? 'startFirst' : null);
  return { kind: 'lead', to: step.page, reason };
}
