// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { matchKnownPath, type Path, paths } from '#navigation/paths.ts';
import { advance, decidePage, type FlowFacts, type Journey, type JourneyEvent, settle } from './journey.ts';
import { otpSignInJourney } from './otp-sign-in.ts';
import { passwordResetJourney } from './password-reset.ts';
import { journeys, renderJourneys } from './render-journeys.ts';
import { signUpJourney } from './sign-up.ts';
import { socialSignUpJourney } from './social-sign-up.ts';

const events: readonly JourneyEvent[] = [
  'codeSent',
  'codeAccepted',
  'codeExpired',
  'codeLocked',
  'phoneChangeRequested',
  'verificationExpired',
  'accountExists',
  'accountMissing',
  'passwordDemanded',
  'pictureDemanded',
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

function expired(journey: Journey, step: string): FlowFacts {
  return { ...factsAt(journey, step), codeExpiresAt: now, verifiedUntil: now };
}

function reached(journey: Journey): Set<string> {
  const found = new Set([journey.start]);
  // The Set grows during the loop, which also visits the added entries.
  for (const step of found)
    for (const move of Object.values(journey.steps[step]?.on ?? {})) found.add(move.to);
  return found;
}

describe.each(journeys.map((journey) => [journey.title, journey] as const))(
  'the journey “%s”',
  (_title, journey) => {
    const steps = Object.keys(journey.steps);
    const late = (step: string) => settle(journey, expired(journey, step), now);
    const needing = (needs: string) => steps.filter((step) => journey.steps[step]?.needs === needs);

    test('reaches every step from the start, and the end from every step', () => {
      expect([...reached(journey)].toSorted()).toEqual(steps.toSorted());
      for (const step of steps) expect(reached({ ...journey, start: step })).toContain('done');
    });

    test('can be started again in a tab that has completed the journey', () => {
      expect(advance(journey, 'done', 'codeSent')?.step).toBe('code');
    });

    test('leads every event to a step of the journey or ignores it', () => {
      const targets = steps.flatMap((step) =>
        events.map((event) => advance(journey, step, event)?.step ?? step),
      );
      expect(targets).toHaveLength(steps.length * events.length);
      for (const step of targets) expect(steps).toContain(step);
    });

    test('allows its start page at every step before the end', () => {
      const startPage = journey.steps[journey.start]?.page;
      const openAt = (step: string) => {
        const { page, alsoOpen } = journey.steps[step] ?? { page: '', alsoOpen: [] };
        return [page, ...alsoOpen];
      };
      for (const path of steps.flatMap(openAt)) expect(matchKnownPath(path)).toBe(path);
      for (const step of steps.filter((name) => name !== 'done')) expect(openAt(step)).toContain(startPage);
    });

    test('redirects only to the page of the current step', () => {
      for (const step of steps) {
        const position = settle(journey, factsAt(journey, step), now);
        expect(position).toEqual({ step, effects: [], reason: null });
        const own = journey.steps[step]?.page ?? paths.root;
        expect(decidePage(journey, position, own)).toEqual({ kind: 'show' });
        const targets = Object.values(paths).flatMap((page) => {
          const decision = decidePage(journey, position, page);
          return decision.kind === 'redirect' ? [decision.to] : [];
        });
        expect([...new Set(targets)]).toEqual([own]);
      }
    });

    test('leaves an expired step with a reason and drops its proof', () => {
      for (const step of needing('nothing')) expect(late(step)).toEqual({ step, effects: [], reason: null });
      for (const step of needing('liveCode')) {
        expect(late(step)).toMatchObject({ effects: ['forgetProof'], reason: 'codeExpired' });
        expect(late(step).step).not.toBe(step);
      }
      for (const step of needing('liveVerification')) {
        expect(late(step)).toMatchObject({ effects: ['forgetProof'], reason: 'verificationExpired' });
        expect(late(step).step).not.toBe(step);
      }
    });

    test('treats a forged or incomplete step as the start', () => {
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
  },
);

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

const movesToPassword = (journey: Journey) =>
  Object.entries(journey.steps).flatMap(([step, { on }]) =>
    Object.entries(on).flatMap(([event, move]) => (move.to === 'password' ? [[step, event]] : [])),
  );

describe('journeys', () => {
  test('lead a sign-up through code and password to the success page', () => {
    expect(walk(signUpJourney, 'codeSent', 'codeAccepted', 'accountCreated')).toEqual([
      '/signup/otp',
      '/signup/otp/confirm',
      '/signup/password',
      '/signup/success',
    ]);
  });

  test('request a new sign-up code after a lock or expired verification', () => {
    expect(
      walk(
        signUpJourney,
        'codeSent',
        'codeLocked',
        'codeSent',
        'codeAccepted',
        'verificationExpired',
        'codeSent',
      ),
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

  test('lead a sign-in by code to the home page', () => {
    expect(walk(otpSignInJourney, 'codeSent', 'codeAccepted', 'signedIn').at(-1)).toBe('/home');
  });

  test('continue in sign-up with a verified phone that has no account', () => {
    const pages = walk(otpSignInJourney, 'codeSent', 'codeAccepted', 'accountMissing', 'signUpAccepted');
    expect(pages).toHaveLength(5);
    expect(advance(otpSignInJourney, 'noAccount', 'signUpAccepted')?.effects).toEqual(['carryToSignUp']);
  });

  test('lead a password reset back to the sign-in page', () => {
    expect(walk(passwordResetJourney, 'codeSent', 'codeAccepted', 'passwordSet')).toEqual([
      '/forget-password',
      '/forget-password/otp',
      '/forget-password/input',
      '/signin',
    ]);
  });

  test('lead a social sign-up through the picture captcha when it is demanded', () => {
    expect(
      walk(socialSignUpJourney, 'pictureDemanded', 'codeSent', 'codeAccepted', 'accountCreated').slice(0, 4),
    ).toEqual([
      '/signup/oauth/confirm-phone',
      '/signup/oauth/confirm-captcha',
      '/signup/oauth/confirm-otp',
      '/signup/oauth/confirm-password',
    ]);
    expect(advance(socialSignUpJourney, 'password', 'accountCreated')?.effects).toContain('carryToSuccess');
    expect(advance(socialSignUpJourney, 'password', 'signedIn')?.effects).toEqual(['forgetFlow']);
  });

  test('O6 open a password page only after an accepted code', () => {
    expect(movesToPassword(socialSignUpJourney)).toEqual([['code', 'codeAccepted']]);
    expect(movesToPassword(signUpJourney)).toEqual([['code', 'codeAccepted']]);
    expect(movesToPassword(passwordResetJourney)).toEqual([['code', 'codeAccepted']]);
  });
});

test('renderJourneys names every step of every journey', () => {
  const document = renderJourneys();
  for (const { title, steps } of journeys) {
    expect(document).toContain(`## ${title}`);
    for (const step of Object.keys(steps)) expect(document).toContain(`${step}: ${step} (`);
  }
});
