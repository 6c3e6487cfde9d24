import { accountBulkActions } from '@vid/contract/bulk';
import { describe, expect, it } from 'vitest';
import { judgeAccount, judgeUndo, opposites, type AccountFacts } from './account-bulk.policy.ts';

const booleans = [true, false];
const everyFact: AccountFacts[] = booleans.flatMap((isOwn) =>
  (['user', 'admin'] as const).flatMap((role) =>
    (['active', 'locked'] as const).flatMap((status) =>
      booleans.flatMap((lockedByOwner) =>
        [null, new Date()].map((disputedAt) => ({ isOwn, role, status, lockedByOwner, disputedAt })),
      ),
    ),
  ),
);
const member: AccountFacts = {
  isOwn: false,
  role: 'user',
  status: 'active',
  lockedByOwner: false,
  disputedAt: null,
};

describe('a bulk change to accounts', () => {
  it('never changes the actor’s own account or an administrator', () => {
    for (const action of accountBulkActions)
      for (const facts of everyFact.filter(({ isOwn, role }) => isOwn || role === 'admin'))
        expect(judgeAccount(action, facts)).toBe(facts.isOwn ? 'own-account' : 'administrator');
  });

  it.each([
    ['lock', 'active', false, 'change'],
    ['lock', 'active', true, 'change'],
    ['lock', 'locked', false, 'unchanged'],
    ['lock', 'locked', true, 'locked-by-owner'],
    ['unlock', 'active', false, 'unchanged'],
    ['unlock', 'active', true, 'unchanged'],
    ['unlock', 'locked', false, 'change'],
    ['unlock', 'locked', true, 'locked-by-owner'],
    ['end-sessions', 'active', false, 'change'],
    ['end-sessions', 'active', true, 'change'],
    ['end-sessions', 'locked', false, 'change'],
    ['end-sessions', 'locked', true, 'change'],
  ] as const)(
    'with action “%s”, status “%s” and owner’s lock %s has outcome “%s”',
    (action, status, lockedByOwner, decision) => {
      expect(judgeAccount(action, { ...member, status, lockedByOwner })).toBe(decision);
    },
  );

  it('neither locks nor unlocks a locked account that its owner has reported', () => {
    const facts = { ...member, status: 'locked', disputedAt: new Date() } as const;
    expect(judgeAccount('unlock', facts)).toBe('locked-by-owner');
    expect(judgeAccount('lock', facts)).toBe('locked-by-owner');
    expect(judgeAccount('end-sessions', facts)).toBe('change');
  });
});

describe('the undo of a bulk change', () => {
  it('restores an account only if nothing has changed it since', () => {
    for (const action of ['lock', 'unlock'] as const)
      for (const facts of everyFact) {
        const { isOwn, role, status, lockedByOwner, disputedAt } = facts;
        const isOwners = lockedByOwner || disputedAt !== null;
        const isAsLeft = status === 'locked' ? action === 'lock' && !isOwners : action === 'unlock';
        const mayChange = !isOwn && role === 'user' && isAsLeft;
        expect(judgeUndo(opposites[action], { ...facts, isLastChange: false })).toBe('changed-since');
        expect(judgeUndo(opposites[action], { ...facts, isLastChange: true })).toBe(
          mayChange ? 'change' : 'changed-since',
        );
      }
  });
});
