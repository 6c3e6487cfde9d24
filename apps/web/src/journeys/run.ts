import { useMemo, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type SignupState, signupEvents, useSignup } from '#state/signup.ts';
import { useFollowed } from '#session/follow-other-tabs.ts';
import type { Path } from '#navigation/paths.ts';
import {
  advance,
  decidePage,
  type Journey,
  type JourneyEffect,
  type JourneyEvent,
  type JourneyReason,
  type PageDecision,
  settle,
  standsAt,
} from './journey.ts';
import { signUpJourney } from './sign-up.ts';

function carryOut(effect: JourneyEffect): void {
  if (effect === 'forgetProof') signupEvents.proofLost();
  else if (effect === 'forgetFlow') signupEvents.flowEnded();
  else signupEvents.flowTaken('signup', 'password');
}

export type NextPage = { to: Path; reason: JourneyReason | null };

/** Takes the step that an event means; what means nothing here leads to where the journey stands. */
export function takeStep(journey: Journey, event: JourneyEvent): NextPage {
  const step = standsAt(journey, useSignup.getState());
  const next = advance(journey, step, event);
  if (next === null) return { to: pageOf(journey, step), reason: null };
  if (!next.effects.includes('carryToSignUp')) signupEvents.stepReached(next.step);
  for (const effect of next.effects) carryOut(effect);
  const isCarried = next.effects.includes('carryToSignUp');
  return {
    to: isCarried ? pageOf(signUpJourney, 'password') : pageOf(journey, next.step),
    reason: next.reason,
  };
}

function pageOf(journey: Journey, step: string): Path {
  const known = journey.steps[step] ?? journey.steps[journey.start];
  if (known === undefined) throw new Error(`journey ${journey.flow} has no start`);
  return known.page;
}

type CodeAnswer = { otpRequestId: string; expiresIn: number; resendIn: number };
type FlowDetails = Partial<Pick<SignupState, 'phone' | 'isEnterprise' | 'remember' | 'acceptedTerms'>>;

/** A code is on its way: the flow begins with it, or goes on with a newer one. */
export function codeSent(journey: Journey, answer: CodeAnswer, details: FlowDetails = {}): NextPage {
  if (useSignup.getState().flow !== journey.flow) {
    signupEvents.flowStarted(journey.flow);
    signupEvents.stepReached(journey.start);
  }
  signupEvents.detailsGiven(details);
  signupEvents.codeSent(answer, Date.now());
  return takeStep(journey, 'codeSent');
}

/**
 * Goes to the next page, with the reason in the history entry that it explains. Only the first page of a journey
 * stays behind, so that Back leads to the phone.
 */
export function useGoOn(journey: Journey): (next: NextPage) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return ({ to, reason }) => {
    const isAtStart = pathname === journey.steps[journey.start]?.page;
    void navigate(to, { replace: !isAtStart, state: reason === null ? null : { reason } });
  };
}

/**
 * Whether the page of a journey may be shown. It is asked once for each arrival at the page, and again when
 * another tab has changed the flow; a step taken on the page itself is followed by its own navigation.
 */
export function usePageDecision(journey: Journey, page: Path): PageDecision {
  const { key } = useLocation();
  const flowChanges = useFollowed((followed) => followed.flowChanges);
  const { position, decision } = useMemo(() => {
    const settled = settle(journey, useSignup.getState(), Date.now());
    return { position: settled, decision: decidePage(journey, settled, page) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` and `flowChanges` are what it is asked again for
  }, [journey, page, key, flowChanges]);
  // The store is outside of React: a step that has run out goes back in it too.
  useEffect(() => {
    if (position.effects.length === 0) return;
    signupEvents.stepReached(position.step);
    for (const effect of position.effects) carryOut(effect);
  }, [position]);
  return decision;
}
