import { describe, expect, it } from 'vitest';
import { SharedSession } from './errors.ts';
import { proveOwnSession } from './own-session.ts';

/** A pooler that serves its first client from its first session, and another client from all in turn. */
function createPooler(sessions: number) {
  const marks = Array.from({ length: sessions }, () => '');
  let opened = 0;
  let isClosed = false;
  const answer = (session: number, text: string): readonly unknown[] => {
    const [, mark] = /set session\.mark = '(.*)'/u.exec(text) ?? [];
    if (mark !== undefined) marks[session] = mark;
    return [{ mark: marks[session], pid: 7 + session, limit0: '3s', ms0: 3_000 }];
  };
  return {
    isClosed: () => isClosed,
    opened: () => opened,
    ask: async (text: string) => answer(0, text),
    openOther: async () => {
      opened += 1;
      let last = 0;
      return {
        ask: async (text: string) => {
          last = (last + 1) % sessions;
          return answer(last, text);
        },
        close: () => {
          isClosed = true;
        },
      };
    },
  };
}

const limits = [['statement_timeout', 3_000]] as const;

describe('proveOwnSession', () => {
  it('rejects a pooler that shares 25 sessions, and closes the second connection', async () => {
    const pooler = createPooler(25);
    const proof = proveOwnSession({ ...pooler, server: 'a', announcedPid: 1, limits });
    await expect(proof).rejects.toBeInstanceOf(SharedSession);
    expect([pooler.opened(), pooler.isClosed()]).toEqual([1, true]);
  });

  it('opens no second connection to PostgreSQL itself', async () => {
    const direct = createPooler(2);
    await proveOwnSession({ ...direct, server: 'b', announcedPid: 7, limits });
    expect(direct.opened()).toBe(0);
    // The pooler's second client never reaches the session of the first client.
    const { ask, openOther, ...own } = createPooler(26);
    const proved = { ask, openOther, server: 'c', announcedPid: 1, limits };
    await proveOwnSession(proved);
    await proveOwnSession(proved);
    expect([own.opened(), own.isClosed()]).toEqual([1, true]);
  });

  it('rejects a session in which a time limit is not in force', async () => {
    const proof = proveOwnSession({
      ...createPooler(2),
      server: 'd',
      announcedPid: 7,
      limits: [['statement_timeout', 2_000]],
    });
    await expect(proof).rejects.toThrow('statement_timeout is 3s instead of 2s');
  });
});
