import { describe, expect, test } from 'vitest';
import { matchKnownPath, type Path, paths } from '../paths.ts';
import { advance, decidePage, type FlowFacts, type Journey, type JourneyEvent, settle } from './journey.ts';
import { otpSignInJourney } from './otp-sign-in.ts';
import { passwordResetJourney } from './password-reset.ts';
import { journeys, renderJourneys } from './render-journeys.ts';
import { signUpJourney } from './sign-up.ts';

const events: readonly JourneyEvent[] = [
  'codeSent',
  'codeAccepted',
  'codeExpired',
  'codeLocked',
  'phoneChangeAsked',
  'verificationExpired',
  'accountExists',
  'accountMissing',
  'signUpAccepted',
  'accountCreated',
  'signedIn',
  'passwordSet',
];

const now = 1_000_000;

function factsAt(journey: Journey, step: string): FlowFacts {
  return {
    flow: journey.flow,
    step,
    phone: '0912345678',
    otpRequestId: 'otp_1',
    codeExpiresAt: now + 1,
    verifiedUntil: now + 1,
  };
}

function reached(journey: Journey): Set<string> {
  const found = new Set([journey.start]);
  // A set grows while it is walked, so that this visits what it finds.
  for (const step of found) for (const move of Object.values(journey.steps[step]?.on ?? {})) found.add(move.to);
  return found;
}

describe.each(journeys.map((journey) => [journey.title, journey] as const))('%s', (_title, journey) => {
  const steps = Object.keys(journey.steps);

  test('every step is reached from the start, and the end from every step', () => {
    expect([...reached(journey)].toSorted()).toEqual(steps.toSorted());
    for (const step of steps) expect(reached({ ...journey, start: step })).toContain('done');
  });

  test('every event at every step leads to a step of the journey or means nothing', () => {
    for (const step of steps) {
      for (const event of events) {
        const next = advance(journey, step, event);
        if (next !== null) expect(steps).toContain(next.step);
      }
    }
  });

  test('every page is a known route, and the start can always be gone back to before the end', () => {
    const startPage = journey.steps[journey.start]?.page;
    for (const step of steps) {
      const { page, alsoOpen } = journey.steps[step] ?? { page: '', alsoOpen: [] };
      for (const path of [page, ...alsoOpen]) expect(matchKnownPath(path)).toBe(path);
      if (step !== 'done') expect([page, ...alsoOpen]).toContain(startPage);
    }
  });

  test('every known page at every step is shown or leads to the page of the step', () => {
    for (const step of steps) {
      const position = settle(journey, factsAt(journey, step), now);
      expect(position).toEqual({ step, effects: [], reason: null });
      for (const page of Object.values(paths)) {
        const decision = decidePage(journey, position, page);
        if (decision.kind === 'lead') {
          expect(decision.to).toBe(journey.steps[step]?.page);
          expect(decidePage(journey, position, decision.to)).toEqual({ kind: 'show' });
        }
      }
    }
  });

  test('a step that has run out goes back with a reason and forgets its proof', () => {
    for (const step of steps) {
      const needs = journey.steps[step]?.needs;
      const position = settle(journey, { ...factsAt(journey, step), codeExpiresAt: now, verifiedUntil: now }, now);
      if (needs === 'nothing') {
        expect(position.step).toBe(step);
      } else {
        expect(position.step).not.toBe(step);
        expect(position.effects).toEqual(['forgetProof']);
        expect(position.reason).toBe(needs === 'liveCode' ? 'codeExpired' : 'verificationExpired');
      }
    }
  });

  test('forged or foreign state is the start', () => {
    const atStart = { step: journey.start, effects: [], reason: null };
    for (const step of ['__proto__', 'constructor', 'toString', 'admin', '']) {
      expect(settle(journey, factsAt(journey, step), now)).toEqual(atStart);
    }
    const last = steps.at(-1) ?? '';
    expect(settle(journey, { ...factsAt(journey, last), flow: null }, now)).toEqual(atStart);
    expect(settle(journey, { ...factsAt(journey, last), step: null }, now)).toEqual(atStart);
    expect(settle(journey, { ...factsAt(journey, last), phone: null }, now)).toEqual(atStart);
    expect(settle(journey, { ...factsAt(journey, 'code'), otpRequestId: null }, now)).toEqual(atStart);
  });
});

/** Walks a journey by its events and gives the pages passed. */
function walk(journey: Journey, ...happened: readonly JourneyEvent[]): (Path | undefined)[] {
  let step = journey.start;
  const pages = [journey.steps[step]?.page];
  for (const event of happened) {
    const next = advance(journey, step, event);
    expect(next, `${event} at ${step}`).not.toBeNull();
    step = next?.step ?? step;
    pages.push(journey.steps[step]?.page);
  }
  return pages;
}

describe('the ways people go', () => {
  test('sign-up', () => {
    expect(walk(signUpJourney, 'codeSent', 'codeAccepted', 'accountCreated')).toEqual([
      '/signup/otp',
      '/signup/otp/confirm',
      '/signup/password',
      '/signup/success',
    ]);
  });

  test('sign-up with a locked code and a verification that ran out', () => {
    expect(
      walk(signUpJourney, 'codeSent', 'codeLocked', 'codeSent', 'codeAccepted', 'verificationExpired', 'codeSent'),
    ).toEqual([
      '/signup/otp',
      '/signup/otp/confirm',
      '/signup/otp/resend',
      '/signup/otp/confirm',
      '/signup/password',
      '/signup/otp/resend',
      '/signup/otp/confirm',
    ]);
  });

  test('sign-in by code', () => {
    expect(walk(otpSignInJourney, 'codeSent', 'codeAccepted', 'signedIn').at(-1)).toBe('/home');
  });

  test('a verified phone without an account is carried into sign-up', () => {
    walk(otpSignInJourney, 'codeSent', 'codeAccepted', 'accountMissing', 'signUpAccepted');
    expect(advance(otpSignInJourney, 'noAccount', 'signUpAccepted')?.effects).toEqual(['carryToSignUp']);
  });

  test('forgotten password', () => {
    expect(walk(passwordResetJourney, 'codeSent', 'codeAccepted', 'passwordSet')).toEqual([
      '/forget-password',
      '/forget-password/otp',
      '/forget-password/input',
      '/signin',
    ]);
  });

  test('O6: no event but an accepted code opens a password page', () => {
    for (const journey of [signUpJourney, passwordResetJourney] as const) {
      for (const [step, { on }] of Object.entries(journey.steps)) {
        for (const [event, move] of Object.entries(on)) {
          if (move.to === 'password') expect([step, event]).toEqual(['code', 'codeAccepted']);
        }
      }
    }
  });
});

test('the drawing names every step of every journey', () => {
  const drawing = renderJourneys();
  for (const { title, steps } of journeys) {
    expect(drawing).toContain(`## ${title}`);
    for (const step of Object.keys(steps)) expect(drawing).toContain(`${step}: ${step} (`);
  }
});
