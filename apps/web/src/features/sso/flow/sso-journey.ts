import { isCodeChallenge } from '@vid/contract/sso/sso-query';
import type { SsoStep } from '#state/sso.ts';

export type SsoEvent =
  | 'accepted'
  | 'rejected'
  | 'unreachable'
  | 'answeredBefore'
  | 'signOutRequested'
  | 'malformed'
  | 'openerMissing'
  | 'profileMissing'
  | 'demandOpen'
  | 'detailMissing'
  | 'mustConfirm'
  | 'mustSignUp'
  | 'mustReset'
  | 'mustSignIn'
  | 'readyToContinue'
  | 'otherAccountChosen'
  | 'codeIssued'
  | 'codeRefused'
  | 'consentMissing'
  | 'consentGiven'
  | 'consentRefused'
  | 'continueHereChosen'
  | 'openAgainChosen'
  | 'pageRestored'
  | 'retryChosen';

/** Effects of a move, which `sso-run.ts` runs. */
export type SsoEffect =
  | 'validate'
  | 'decideArrival'
  | 'requestCode'
  | 'giveConsent'
  | 'refuseConsent'
  | 'deliver'
  | 'returnToApp'
  | 'endSession'
  | 'requestNewSignIn'
  | 'giveUpOpener'
  | 'postLoaded'
  | 'postError'
  | 'openHome'
  | 'openConfirmation'
  | 'openSignIn'
  | 'openSignUp'
  | 'openReset'
  | 'openDemand'
  | 'openRefusal';

export type SsoMove = { to: SsoStep; effects: readonly SsoEffect[] };

const refuse: SsoMove = { to: 'refused', effects: ['postError', 'openRefusal'] };
const loseOpener: SsoMove = { to: 'openerLost', effects: ['openHome'] };
const wait: SsoMove = { to: 'unavailable', effects: ['openHome'] };
const ask: SsoMove = { to: 'asking', effects: ['openConfirmation'] };
const askForCode: SsoMove = { to: 'requesting', effects: ['requestCode'] };
const signInAgain: SsoMove = { to: 'signIn', effects: ['requestNewSignIn', 'openSignIn'] };

const refuseConsent: SsoMove = { to: 'leaving', effects: ['refuseConsent'] };

/**
 * An application accepts only one authorization response, so an answered request opens the application's start page.
 */
const returnToApp: SsoMove = { to: 'leaving', effects: ['returnToApp'] };

/** Moves for the events of `arrivalOf`, shared by the steps `validated`, `signIn` and `asking`. */
const arrivals: Partial<Record<SsoEvent, SsoMove>> = {
  answeredBefore: returnToApp,
  signOutRequested: { to: 'requesting', effects: ['endSession'] },
  malformed: refuse,
  openerMissing: loseOpener,
  profileMissing: wait,
  demandOpen: { to: 'signIn', effects: ['openDemand'] },
  detailMissing: ask,
  mustConfirm: ask,
  mustSignUp: { to: 'signIn', effects: ['openSignUp'] },
  mustReset: { to: 'signIn', effects: ['openReset'] },
  mustSignIn: { to: 'signIn', effects: ['openSignIn'] },
  readyToContinue: askForCode,
};

export const ssoJourney: Readonly<Record<SsoStep, Partial<Record<SsoEvent, SsoMove>>>> = {
  validating: {
    accepted: { to: 'validated', effects: ['postLoaded'] },
    rejected: { to: 'refused', effects: ['openRefusal'] },
    unreachable: wait,
  },
  validated: arrivals,
  signIn: arrivals,
  asking: {
    ...arrivals,
    otherAccountChosen: signInAgain,
    consentGiven: { to: 'requesting', effects: ['giveConsent'] },
    consentRefused: refuseConsent,
  },
  requesting: {
    codeIssued: { to: 'leaving', effects: ['deliver'] },
    codeRefused: { to: 'failed', effects: ['postError', 'openHome'] },
    // The account has not consented in this session, or has since withdrawn its consent.
    consentMissing: ask,
    detailMissing: ask,
    mustSignIn: { to: 'signIn', effects: ['openSignIn'] },
    openerMissing: loseOpener,
    unreachable: wait,
  },
  unavailable: { retryChosen: { to: 'validating', effects: ['validate', 'decideArrival'] } },
  openerLost: { continueHereChosen: { to: 'validated', effects: ['giveUpOpener', 'decideArrival'] } },
  // `access_denied` tells the application that the account has no permission.
  failed: { otherAccountChosen: signInAgain, consentRefused: refuseConsent },
  // The browser may restore the page from its back/forward cache, or stay on it after opening a custom scheme.
  leaving: { pageRestored: returnToApp, openAgainChosen: askForCode },
  handedOver: {},
  refused: {},
};

/** Returns the move for an event, or null if the step ignores it (a late response, a second click). */
export function nextSsoStep(step: SsoStep, event: SsoEvent): SsoMove | null {
  return ssoJourney[step][event] ?? null;
}

export type ArrivalFacts = {
  action: string | null;
  codeChallenge: string | null;
  /** Whether this tab has already answered the request. */
  isAnswered: boolean;
  /** Whether the response must go to the window that opened this window. */
  needsOpener: boolean;
  hasOpener: boolean;
  isSignedIn: boolean;
  hasProfile: boolean;
  hasDemand: boolean;
  /** Whether the application requires a name or a confirmed e-mail address that the account does not have. */
  lacksDetail: boolean;
  asksToContinue: boolean;
  /** Whether the application is a third party, which receives no data without consent. */
  needsConsent: boolean;
  hasSignedInHere: boolean;
};

export function arrivalOf(facts: ArrivalFacts): SsoEvent {
  // Any page may contain the sign-out link, so ask the user first.
  if (facts.action === 'logout') return facts.isSignedIn ? 'mustConfirm' : 'signOutRequested';
  if (!isCodeChallenge(facts.codeChallenge ?? '')) return 'malformed';
  if (facts.isAnswered) return 'answeredBefore';
  // Check before the user signs in, because without an opener no window would receive the code (security case W5).
  if (facts.needsOpener && !facts.hasOpener) return 'openerMissing';
  if (facts.isSignedIn) {
    if (!facts.hasProfile) return 'profileMissing';
    if (facts.hasDemand) return 'demandOpen';
    if (facts.lacksDetail) return 'detailMissing';
    if (facts.needsConsent) return 'mustConfirm';
    // Signing in below the application's name counts as confirmation, but not as consent (security case A8).
    return facts.asksToContinue && !facts.hasSignedInHere ? 'mustConfirm' : 'readyToContinue';
  }
  if (facts.action === 'register') return 'mustSignUp';
  return facts.action === 'forget-password' ? 'mustReset' : 'mustSignIn';
}
