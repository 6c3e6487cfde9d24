import { useMemo, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type SignupState, signupEvents, useSignup } from '#state/signup.ts';
import { writeEntryQuery } from '#navigation/entry-query.ts';
import type { Path } from '#navigation/paths.ts';
import { useSso } from '#state/sso.ts';
import {
  advance,
  decidePage,
  type Journey,
  type JourneyEffect,
  type JourneyEvent,
  type JourneyReason,
  type PageDecision,
  settle,
  currentStep,
} from './journey.ts';
import { signUpJourney } from './sign-up.ts';

function runEffect(effect: JourneyEffect): void {
  if (effect === 'forgetProof') signupEvents.proofLost();
  else if (effect === 'forgetFlow') signupEvents.flowEnded();
  else signupEvents.flowTaken('signup', effect === 'carryToSignUp' ? 'password' : 'done');
}

export type NextPage = { to: Path; reason: JourneyReason | null };

/** Takes the step for an event and returns its page, or the current page if the event is ignored. */
export function takeStep(journey: Journey, event: JourneyEvent): NextPage {
  const step = currentStep(journey, useSignup.getState());
  const next = advance(journey, step, event);
  if (next === null) return { to: pageOf(journey, step), reason: null };
  if (!next.effects.includes('carryToSignUp')) signupEvents.stepReached(next.step);
  for (const effect of next.effects) runEffect(effect);
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

type CodeAnswer = Parameters<typeof signupEvents.codeSent>[0];
type FlowDetails = Partial<Pick<SignupState, 'phone' | 'isEnterprise' | 'remember' | 'acceptedTerms'>>;

/** Records that a code was sent: starts the flow, or continues it with the new code. */
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
 * Returns a function that opens the next page, with the reason in its history entry. Only the first page of a journey
 * keeps its entry, so that Back leads to the phone.
 */
export function useOpenNextPage(journey: Journey): (next: NextPage) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return ({ to, reason }) => {
    const isAtStart = pathname === journey.steps[journey.start]?.page;
    const { settings } = useSso.getState();
    // Include the sign-on request from the start, because Chromium loses the entry's state if its URL is replaced
    // during a reload.
    const search = settings === null ? '' : writeEntryQuery(settings);
    void navigate(
      { pathname: to, search },
      { replace: !isAtStart, state: reason === null ? null : { reason } },
    );
  };
}

/**
 * Decides whether a journey page may be shown: once per history entry, and again when the flow is read from
 * storage, as after a restore from the back/forward cache. Ignores moves made on the page itself, because
 * their caller navigates.
 */
export function usePageDecision(journey: Journey, page: Path): PageDecision {
  const { key } = useLocation();
  const [readings, setReadings] = useState(0);
  useEffect(() => useSignup.persist.onFinishHydration(() => setReadings((count) => count + 1)), []);
  const { position, decision } = useMemo(() => {
    const settled = settle(journey, useSignup.getState(), Date.now());
    return { position: settled, decision: decidePage(journey, settled, page) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` and `readings` trigger a new decision
  }, [journey, page, key, readings]);
  // Resets an expired step in the store too.
  useEffect(() => {
    if (position.effects.length === 0) return;
    signupEvents.stepReached(position.step);
    for (const effect of position.effects) runEffect(effect);
  }, [position]);
  return decision;
}
