import { describe, expect, test } from 'vitest';
import { type ArrivalFacts, arrivalOf, nextSsoStep, ssoJourney, type SsoEvent } from './sso-journey.ts';

const challenge = 'a'.repeat(43);
const stranger: ArrivalFacts = {
  action: null,
  codeChallenge: challenge,
  isAnswered: false,
  needsOpener: false,
  hasOpener: false,
  isSignedIn: false,
  hasProfile: false,
  mustChangePassword: false,
  asksToContinue: false,
  hasSignedInHere: false,
};
const member: ArrivalFacts = { ...stranger, isSignedIn: true, hasProfile: true };

describe('what a valid request meets on arrival', () => {
  test.each<[SsoEvent, ArrivalFacts]>([
    ['mustSignIn', stranger],
    ['mustSignUp', { ...stranger, action: 'register' }],
    ['mustReset', { ...stranger, action: 'forget-password' }],
    ['mustSignIn', { ...stranger, action: 'javascript:alert(1)' }],
    ['signOutAsked', { ...stranger, action: 'logout', codeChallenge: null }],
    ['signOutAsked', { ...member, action: 'logout' }],
    ['mayGoOn', member],
    ['mayGoOn', { ...member, action: 'register' }],
    ['mayGoOn', { ...member, action: 'forget-password' }],
    ['mustChoose', { ...member, asksToContinue: true }],
    ['mayGoOn', { ...member, asksToContinue: true, hasSignedInHere: true }],
    ['mustChangePassword', { ...member, mustChangePassword: true, asksToContinue: true }],
    ['profileMissing', { ...member, hasProfile: false }],
    ['answeredBefore', { ...member, isAnswered: true, asksToContinue: true }],
    ['answeredBefore', { ...stranger, isAnswered: true, needsOpener: true }],
    ['signOutAsked', { ...member, isAnswered: true, action: 'logout' }],
    ['openerMissing', { ...stranger, needsOpener: true }],
    ['openerMissing', { ...member, needsOpener: true }],
    ['mustSignIn', { ...stranger, needsOpener: true, hasOpener: true }],
  ])('%s', (event, facts) => {
    expect(arrivalOf(facts)).toBe(event);
  });

  test('A5 a challenge that is no S256 of anything is no request', () => {
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

describe('the table', () => {
  test('A1, A9 a request the server refused ends on the error page, with no message and no way to a code', () => {
    expect(nextSsoStep('validating', 'rejected')).toEqual({ to: 'refused', effects: ['openRefusal'] });
    expect(ssoJourney.refused).toEqual({});
  });

  test('nothing but a valid request may ask for a code, and only an issued code is delivered', () => {
    expect(from('requestCode')).toEqual([
      'validated mayGoOn',
      'signIn mayGoOn',
      'asking mayGoOn',
      'leaving openAgainChosen',
    ]);
    expect(from('deliver')).toEqual(['requesting codeIssued']);
  });

  test('W5 a second press and late answers mean nothing', () => {
    for (const event of ['accepted', 'mayGoOn', 'codeIssued', 'goOnHereChosen', 'retryChosen'] as const) {
      for (const step of ['leaving', 'handedOver', 'refused'] as const)
        expect(nextSsoStep(step, event)).toBeNull();
    }
    expect(nextSsoStep('requesting', 'mayGoOn')).toBeNull();
  });

  test('a lost opener, an outage and a missing right each have a way on', () => {
    expect(nextSsoStep('openerLost', 'goOnHereChosen')?.effects).toEqual(['giveUpWindow', 'arrive']);
    expect(nextSsoStep('unavailable', 'retryChosen')?.effects).toEqual(['validate', 'arrive']);
    expect(nextSsoStep('failed', 'otherChosen')?.effects).toEqual(['signInAnew', 'openSignIn']);
  });
});
