import { describe, expect, it } from 'vitest';
import { promptSteps } from './trace-attempts.ts';

const waiting = (code: string) => [
  { step: 'signIn', state: 'waiting', problem: { code, error: 'interaction_required' } },
];

describe('the steps of a sign-on that prompts', () => {
  it.each([
    ['password_change', 'passwordChange'],
    ['agreement', 'agreement'],
    ['deletion', 'deletionPending'],
    ['name', 'nameMissing'],
    ['email', 'emailMissing'],
  ])('wait for the user with the reason %s, and name the problem', (reason, code) => {
    expect(promptSteps({ name: 'login', reasons: ['login_prompt', reason] })).toEqual(waiting(code));
  });

  it('name the problem that the user must solve first', () => {
    const reasons = ['email', 'name', 'deletion', 'agreement', 'password_change'];
    expect(promptSteps({ name: 'login', reasons })).toEqual(waiting('passwordChange'));
    expect(promptSteps({ name: 'login', reasons: reasons.slice(0, -1) })).toEqual(waiting('agreement'));
    expect(promptSteps({ name: 'login', reasons: reasons.slice(0, -2) })).toEqual(waiting('deletionPending'));
    expect(promptSteps({ name: 'login', reasons: reasons.slice(0, -3) })).toEqual(waiting('nameMissing'));
  });

  it('wait without a problem for a sign-in', () => {
    expect(promptSteps({ name: 'login' })).toEqual([{ step: 'signIn', state: 'waiting' }]);
  });

  it('end if the account has no permission, whatever else it lacks', () => {
    expect(promptSteps({ name: 'login', reasons: ['agreement', 'forbidden'] })).toMatchObject([
      { step: 'signIn', state: 'failed', problem: { code: 'noPermission', error: 'access_denied' } },
    ]);
  });

  it('wait for the consent after the sign-in', () => {
    expect(promptSteps({ name: 'consent' })).toEqual([
      { step: 'signIn', state: 'done' },
      { step: 'consent', state: 'waiting' },
    ]);
  });
});
