// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { type ArrivalFacts, arrivalOf, nextSsoStep, ssoJourney, type SsoEvent } from './sso-journey.ts';

const challenge = 'a'.repeat(43);
const visitor: ArrivalFacts = {
  action: null,
  codeChallenge: challenge,
  isAnswered: false,
  needsOpener: false,
  hasOpener: false,
  isSignedIn: false,
  hasProfile: false,
  hasDemand: false,
  lacksDetail: false,
  asksToContinue: false,
  needsConsent: false,
  hasSignedInHere: false,
};
const member: ArrivalFacts = { ...visitor, isSignedIn: true, hasProfile: true };

describe('arrivalOf', () => {
  test.each<[SsoEvent, ArrivalFacts]>([
    ['mustSignIn', visitor],
    ['mustSignUp', { ...visitor, action: 'register' }],
    ['mustReset', { ...visitor, action: 'forget-password' }],
    ['mustSignIn', { ...visitor, action: 'javascript:alert(1)' }],
    ['signOutRequested', { ...visitor, action: 'logout', codeChallenge: null }],
    ['mustConfirm', { ...member, action: 'logout' }],
    ['readyToContinue', member],
    ['readyToContinue', { ...member, action: 'register' }],
    ['readyToContinue', { ...member, action: 'forget-password' }],
    ['mustConfirm', { ...member, asksToContinue: true }],
    ['readyToContinue', { ...member, asksToContinue: true, hasSignedInHere: true }],
    ['mustConfirm', { ...member, needsConsent: true, hasSignedInHere: true }],
    ['mustSignIn', { ...visitor, needsConsent: true }],
    ['answeredBefore', { ...member, needsConsent: true, isAnswered: true }],
    ['detailMissing', { ...member, lacksDetail: true, needsConsent: true }],
    ['mustSignIn', { ...visitor, lacksDetail: true }],
    ['demandOpen', { ...member, lacksDetail: true, hasDemand: true, asksToContinue: true }],
    ['profileMissing', { ...member, hasProfile: false }],
    ['answeredBefore', { ...member, isAnswered: true, asksToContinue: true }],
    ['answeredBefore', { ...visitor, isAnswered: true, needsOpener: true }],
    ['mustConfirm', { ...member, isAnswered: true, action: 'logout' }],
    ['openerMissing', { ...visitor, needsOpener: true }],
    ['openerMissing', { ...member, needsOpener: true }],
    ['mustSignIn', { ...visitor, needsOpener: true, hasOpener: true }],
  ])('returns the event %s for the facts %j', (event, facts) => {
    expect(arrivalOf(facts)).toBe(event);
  });

  test('A5 rejects a code challenge that is not S256', () => {
    for (const codeChallenge of [null, '', 'plain', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`]) {
      expect(arrivalOf({ ...member, codeChallenge })).toBe('malformed');
    }
  });
});

const from = (effect: string) =>
  Object.entries(ssoJourney).flatMap(([step, moves]) =>
    Object.entries(moves)
      .filter(([, move]) => move.effects.some((one) => one === effect))
      .map(([event]) => `${step} ${event}`),
  );

describe('ssoJourney', () => {
  test('A1 A9 opens only the error page for a rejected request', () => {
    expect(nextSsoStep('validating', 'rejected')).toEqual({ to: 'refused', effects: ['openRefusal'] });
    expect(ssoJourney.refused).toEqual({});
  });

  test('requests codes only for a valid request and delivers only issued codes', () => {
    expect(from('requestCode')).toEqual([
      'validated readyToContinue',
      'signIn readyToContinue',
      'asking readyToContinue',
      'leaving openAgainChosen',
    ]);
    expect(from('giveConsent')).toEqual(['asking consentGiven']);
    expect(from('deliver')).toEqual(['requesting codeIssued']);
  });

  test('W5 ignores second clicks and late responses', () => {
    for (const event of [
      'accepted',
      'readyToContinue',
      'codeIssued',
      'continueHereChosen',
      'retryChosen',
    ] as const) {
      for (const step of ['leaving', 'handedOver', 'refused'] as const)
        expect(nextSsoStep(step, event)).toBeNull();
    }
    expect(nextSsoStep('requesting', 'readyToContinue')).toBeNull();
  });

  test('offers a next step after a lost opener, outage or refusal', () => {
    expect(nextSsoStep('openerLost', 'continueHereChosen')?.effects).toEqual([
      'giveUpOpener',
      'decideArrival',
    ]);
    expect(nextSsoStep('unavailable', 'retryChosen')?.effects).toEqual(['validate', 'decideArrival']);
    expect(nextSsoStep('failed', 'otherAccountChosen')?.effects).toEqual(['requestNewSignIn', 'openSignIn']);
  });
});
