import { isCodeChallenge } from '@vid/contract/sso/sso-query';
import type { SsoStep } from '#state/sso.ts';

/** What may happen on the way to an application (specification, clause 6). */
export type SsoEvent =
  | 'accepted'
  | 'rejected'
  | 'unreachable'
  | 'answeredBefore'
  | 'signOutAsked'
  | 'malformed'
  | 'openerMissing'
  | 'profileMissing'
  | 'mustChangePassword'
  | 'mustChoose'
  | 'mustSignUp'
  | 'mustReset'
  | 'mustSignIn'
  | 'mayGoOn'
  | 'otherChosen'
  | 'codeIssued'
  | 'codeRefused'
  | 'goOnHereChosen'
  | 'openAgainChosen'
  | 'cameBack'
  | 'retryChosen';

/** What the app does when a step is taken; carried out by `sso-run.ts`. */
export type SsoEffect =
  | 'validate'
  | 'arrive'
  | 'requestCode'
  | 'deliver'
  | 'returnToApp'
  | 'endSession'
  | 'signInAnew'
  | 'giveUpWindow'
  | 'tellLoaded'
  | 'tellError'
  | 'openHome'
  | 'openChoice'
  | 'openSignIn'
  | 'openSignUp'
  | 'openReset'
  | 'openForcedChange'
  | 'openRefusal';

export type SsoMove = { to: SsoStep; effects: readonly SsoEffect[] };

const refuse: SsoMove = { to: 'refused', effects: ['tellError', 'openRefusal'] };
const loseOpener: SsoMove = { to: 'openerLost', effects: ['openHome'] };
const wait: SsoMove = { to: 'unavailable', effects: ['openHome'] };
const askForCode: SsoMove = { to: 'requesting', effects: ['requestCode'] };
const signInAnew: SsoMove = { to: 'signIn', effects: ['signInAnew', 'openSignIn'] };

/** One answer is all that an application takes: who comes back to the request afterwards is led on to it. */
const goBackToApp: SsoMove = { to: 'leaving', effects: ['returnToApp'] };

/** From any step at which the request is valid, what the browser and the person are decides. */
const arrivals: Partial<Record<SsoEvent, SsoMove>> = {
  answeredBefore: goBackToApp,
  signOutAsked: { to: 'requesting', effects: ['endSession'] },
  malformed: refuse,
  openerMissing: loseOpener,
  profileMissing: wait,
  mustChangePassword: { to: 'signIn', effects: ['openForcedChange'] },
  mustChoose: { to: 'asking', effects: ['openChoice'] },
  mustSignUp: { to: 'signIn', effects: ['openSignUp'] },
  mustReset: { to: 'signIn', effects: ['openReset'] },
  mustSignIn: { to: 'signIn', effects: ['openSignIn'] },
  mayGoOn: askForCode,
};

export const ssoJourney: Readonly<Record<SsoStep, Partial<Record<SsoEvent, SsoMove>>>> = {
  validating: {
    accepted: { to: 'validated', effects: ['tellLoaded'] },
    rejected: { to: 'refused', effects: ['openRefusal'] },
    unreachable: wait,
  },
  validated: arrivals,
  signIn: arrivals,
  asking: { ...arrivals, otherChosen: signInAnew },
  requesting: {
    codeIssued: { to: 'leaving', effects: ['deliver'] },
    codeRefused: { to: 'failed', effects: ['tellError', 'openHome'] },
    mustSignIn: { to: 'signIn', effects: ['openSignIn'] },
    openerMissing: loseOpener,
    unreachable: wait,
  },
  unavailable: { retryChosen: { to: 'validating', effects: ['validate', 'arrive'] } },
  openerLost: { goOnHereChosen: { to: 'validated', effects: ['giveUpWindow', 'arrive'] } },
  failed: { otherChosen: signInAnew },
  // The page may be shown again from the browser's memory, or stay where an application's own scheme was called.
  leaving: { cameBack: goBackToApp, openAgainChosen: askForCode },
  handedOver: {},
  refused: {},
};

/** null where the event means nothing at this step: a late answer, a second press. */
export function nextSsoStep(step: SsoStep, event: SsoEvent): SsoMove | null {
  return ssoJourney[step][event] ?? null;
}

export type ArrivalFacts = {
  action: string | null;
  codeChallenge: string | null;
  /** Whether this tab has answered this very request. */
  isAnswered: boolean;
  /** Whether the answer goes to the window that opened this one, and whether that window is there. */
  needsOpener: boolean;
  hasOpener: boolean;
  isSignedIn: boolean;
  hasProfile: boolean;
  mustChangePassword: boolean;
  asksToContinue: boolean;
  hasSignedInHere: boolean;
};

/** What a valid request meets on arrival. */
export function arrivalOf(facts: ArrivalFacts): SsoEvent {
  if (facts.action === 'logout') return 'signOutAsked';
  if (!isCodeChallenge(facts.codeChallenge ?? '')) return 'malformed';
  if (facts.isAnswered) return 'answeredBefore';
  // Before anybody signs in for nothing: no one would take the code (security case W5).
  if (facts.needsOpener && !facts.hasOpener) return 'openerMissing';
  if (facts.isSignedIn) {
    if (!facts.hasProfile) return 'profileMissing';
    if (facts.mustChangePassword) return 'mustChangePassword';
    // Who signed in on this very way, reading the application's name above the form, has chosen (security case A8).
    return facts.asksToContinue && !facts.hasSignedInHere ? 'mustChoose' : 'mayGoOn';
  }
  if (facts.action === 'register') return 'mustSignUp';
  return facts.action === 'forget-password' ? 'mustReset' : 'mustSignIn';
}
