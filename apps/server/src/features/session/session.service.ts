import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database, Queryable } from '../../database/connection.ts';
import type { AccountStatus } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Cookies } from '../../http/cookies.ts';
import type { PreSessions } from '../../http/pre-session.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId, newSecret } from '../../lib/ids.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Audit } from '../audit/audit.ts';
import type { SsoRedirectRepo } from '../sso-redirect/sso-redirect.repo.ts';
import type { SessionRepo, SessionRow } from './session.repo.ts';
import { describeDevice, sessionLife, type SignInMethod } from './session.policy.ts';

/** The session of a member call: its row, and the account behind it. */
export type CurrentSession = SessionRow;

/** A session that is written and waits to be handed to its browser. */
export type IssuedSession = { readonly id: string; readonly token: string; readonly isPersistent: boolean };

type Parts = {
  readonly config: Config;
  readonly db: Database;
  readonly repo: SessionRepo;
  readonly keys: Keys;
  readonly cookies: Cookies;
  readonly preSessions: PreSessions;
  readonly audit: Audit;
  readonly transactions: SsoRedirectRepo;
};

type IssueInput = {
  readonly accountId: string;
  readonly method: SignInMethod;
  readonly remember: boolean;
  readonly caller: Caller;
};

function requireActive(status: AccountStatus | undefined): void {
  if (status === undefined) throw new AppError('ACCOUNT_NOT_FOUND');
  if (status === 'locked') throw new AppError('ACCOUNT_LOCKED');
}

export type SessionService = ReturnType<typeof createSessionService>;

/** Sessions: begun in one place, looked up by hash, ended by deleting the row. */
export function createSessionService(parts: Parts) {
  const { repo, keys, cookies, audit, db } = parts;

  const hashOf = (token: string | undefined): Buffer | undefined =>
    token !== undefined && /^[\w-]{43}$/u.test(token) ? keys.hashSecret(token) : undefined;

  const lives = { user: sessionLife('user', parts.config), admin: sessionLife('admin', parts.config) };

  const prepare = ({ accountId, method, remember, caller }: IssueInput) => {
    const token = newSecret();
    const id = newId('ses');
    return {
      issued: { id, token, isPersistent: remember },
      session: {
        id,
        tokenHash: keys.hashSecret(token),
        accountId,
        method,
        isPersistent: remember,
        userAgent: caller.userAgent,
        address: caller.address,
        lives,
      },
      event: { kind: 'session.started', accountId, caller, details: { method } } as const,
    };
  };

  return {
    /**
     * The session behind a cookie.
     * @throws AppError TOKEN_MISSING without a cookie, TOKEN_INVALID when no live session has it.
     */
    async authenticate(token: string | undefined): Promise<CurrentSession> {
      if (token === undefined || token === '') throw new AppError('TOKEN_MISSING');
      const tokenHash = hashOf(token);
      const row = tokenHash && (await repo.find(tokenHash));
      if (!row) throw new AppError('TOKEN_INVALID');
      if (row.mayTouch) await repo.touch(row.id);
      return row;
    },

    /**
     * Every way of signing in ends here or in `issueForHash` (and nowhere else): one statement holds the account's
     * row, refuses a locked one, and writes the session with its audit row. Call it inside the transaction that
     * consumed the proof.
     * @throws AppError ACCOUNT_LOCKED, ACCOUNT_NOT_FOUND
     */
    async issue(tx: Queryable, input: IssueInput): Promise<IssuedSession> {
      const { session, event, issued } = prepare(input);
      requireActive(await repo.begin.within(tx, session, event));
      return issued;
    },

    /**
     * `issue` by itself, for an account whose password hash was compared a moment ago and must still be that one.
     * @throws AppError ACCOUNT_LOCKED; ACCOUNT_NOT_FOUND also for another hash
     */
    async issueForHash(input: IssueInput, hash: string): Promise<IssuedSession> {
      const { session, event, issued } = prepare(input);
      requireActive(await repo.begin.forHash(session, event, hash));
      return issued;
    },

    /**
     * Hands an issued session to the browser after its transaction has committed: a new cookie, the session the
     * browser came with ended (session fixation), a new pre-session. Returns what `me` would.
     */
    async deliver(
      issued: IssuedSession,
      http: { request: FastifyRequest; reply: FastifyReply },
    ): Promise<CurrentSession> {
      const session = await repo.find(keys.hashSecret(issued.token));
      if (!session) throw new AppError('ACCOUNT_LOCKED');
      const old = hashOf(cookies.read(http.request, 'vid_sid'));
      if (old) await repo.deleteByTokenHash(db, old);
      const before = parts.preSessions.find(http.request);
      const after = parts.preSessions.make();
      // What was validated for single sign-on is why the person signs in: it goes with the browser.
      if (before) await parts.transactions.rebind(before.hash, after.hash);
      // Last, when nothing can fail any more: with an error the browser stays who it is, so that it may repeat.
      const maxAge = issued.isPersistent ? sessionLife(session.account.role, parts.config).max : undefined;
      cookies.write(http.reply, 'vid_sid', issued.token, maxAge);
      cookies.clear(http.reply, 'vid_flow');
      parts.preSessions.send(http.reply, after);
      return session;
    },

    /** Ends the browser's session, if it has one. */
    async end(http: { request: FastifyRequest; reply: FastifyReply }, caller: Caller): Promise<void> {
      const tokenHash = hashOf(cookies.read(http.request, 'vid_sid'));
      if (tokenHash) {
        await db.transaction(async (tx) => {
          const ended = await repo.deleteByTokenHash(tx, tokenHash);
          if (ended)
            await audit.write(tx, { kind: 'session.ended', accountId: ended.accountId, caller, details: {} });
        });
      }
      this.forget(http.reply);
    },

    /** Takes the cookies off the browser. Storage is left alone: it holds the language that people chose. */
    forget(reply: FastifyReply): void {
      cookies.clear(reply, 'vid_sid');
      cookies.clear(reply, 'vid_flow');
      parts.preSessions.send(reply, parts.preSessions.make());
      reply.header('clear-site-data', '"cache"');
    },

    async endAll(accountId: string, caller: Caller): Promise<void> {
      await db.transaction(async (tx) => {
        const count = await repo.deleteAll(tx, accountId);
        await audit.write(tx, { kind: 'session.ended-all', accountId, caller, details: { count } });
      });
    },

    /** @throws AppError SESSION_NOT_FOUND for a session of someone else, too. */
    async endOne(accountId: string, sessionId: string, caller: Caller): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await repo.deleteOne(tx, accountId, sessionId))) throw new AppError('SESSION_NOT_FOUND');
        await audit.write(tx, { kind: 'session.ended', accountId, caller, details: { sessionId } });
      });
    },

    async list(current: CurrentSession) {
      const rows = await repo.list(current.account.id);
      return rows
        .map((row) => ({
          id: row.id,
          isCurrent: row.id === current.id,
          device: describeDevice(row.userAgent),
          address: row.address,
          createdAt: row.createdAt.toISOString(),
          lastSeenAt: row.lastSeenAt.toISOString(),
        }))
        .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
    },
  };
}
