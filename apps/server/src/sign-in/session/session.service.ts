import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { Cookies } from '#http/cookies.ts';
import type { PreSession, PreSessions } from '#http/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { beginSession, type ComparedPassword } from './session-begin.ts';
import type { CurrentSession, FullSession } from './session-columns.ts';
import type { SessionRepo } from './session.repo.ts';
import { describeDevice, sessionLife, type SignInMethod } from './session.policy.ts';

export type { CurrentSession, FullSession };

/** A session that is written and waits to be handed to its browser, with the pre-session that goes with it. */
export type IssuedSession = {
  readonly session: FullSession;
  readonly token: string;
  readonly preSession: PreSession;
};

/** What a browser comes with when it signs in: both are renewed. */
export type Browser = { readonly preSession: PreSession; readonly tokenHash: Buffer | undefined };

type Parts = {
  readonly config: Config;
  readonly sql: Sql;
  readonly repo: SessionRepo;
  readonly keys: Keys;
  readonly cookies: Cookies;
  readonly preSessions: PreSessions;
  readonly audit: Audit;
};

type IssueInput = {
  readonly accountId: string;
  readonly method: SignInMethod;
  readonly remember: boolean;
  readonly caller: Caller;
  readonly browser: Browser;
};

function requireActive(begun: FullSession | 'locked' | undefined): FullSession {
  if (begun === undefined) throw new AppError('ACCOUNT_NOT_FOUND');
  if (begun === 'locked') throw new AppError('ACCOUNT_LOCKED');
  return begun;
}

export type SessionService = ReturnType<typeof createSessionService>;

/** Sessions: begun in one place, looked up by hash, ended by deleting the row. */
export function createSessionService(parts: Parts) {
  const { repo, keys, cookies, audit, sql } = parts;

  const hashOf = (token: string | undefined): Buffer | undefined =>
    token !== undefined && /^[\w-]{43}$/u.test(token) ? keys.hashSecret(token) : undefined;

  const lives = { user: sessionLife('user', parts.config), admin: sessionLife('admin', parts.config) };

  const prepare = ({ accountId, method, remember, caller, browser }: IssueInput) => {
    const token = newSecret();
    const preSession = parts.preSessions.make();
    return {
      secrets: { token, preSession },
      session: {
        id: newId('ses'),
        tokenHash: keys.hashSecret(token),
        accountId,
        method,
        isPersistent: remember,
        userAgent: caller.userAgent,
        address: caller.address,
        lives,
        replacedTokenHash: browser.tokenHash ?? null,
        preSessionHash: browser.preSession.hash,
        nextPreSessionHash: preSession.hash,
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

    /** With what only some people have: an enterprise, applications of their own. */
    complete: (session: CurrentSession): Promise<FullSession> => repo.complete(session),

    /** What a browser comes with; `preSession` as its route was given it. */
    browserOf(request: FastifyRequest, preSession: PreSession): Browser {
      return { preSession, tokenHash: hashOf(cookies.read(request, 'vid_sid')) };
    },

    /**
     * Every way of signing in ends here or in `issueForPassword` (and nowhere else): one statement holds the account's
     * row, refuses a locked one, writes the session with its audit row, ends the one the browser came with (session
     * fixation), and takes along what was validated for single sign-on. Call it inside the transaction that consumed
     * the proof.
     * @throws AppError ACCOUNT_LOCKED, ACCOUNT_NOT_FOUND
     */
    async issue(tx: Queryable, input: IssueInput): Promise<IssuedSession> {
      const { session, event, secrets } = prepare(input);
      return { session: requireActive(await beginSession(tx, session, event)), ...secrets };
    },

    /**
     * `issue` by itself, for an account whose password hash was compared a moment ago and must still be that one;
     * the failures before it are forgotten with it.
     * @throws AppError ACCOUNT_LOCKED; ACCOUNT_NOT_FOUND also for another hash
     */
    async issueForPassword(input: IssueInput, password: ComparedPassword): Promise<IssuedSession> {
      const { session, event, secrets } = prepare(input);
      return { session: requireActive(await beginSession(sql, session, event, password)), ...secrets };
    },

    /**
     * Hands an issued session to the browser, once its transaction has committed. Nothing here can fail: with
     * an error the browser keeps its cookies, so that it may repeat. Returns what `me` would.
     */
    deliver({ session, token, preSession }: IssuedSession, reply: FastifyReply): FullSession {
      const maxAge = session.isPersistent ? sessionLife(session.account.role, parts.config).max : undefined;
      cookies.write(reply, 'vid_sid', token, maxAge);
      cookies.clear(reply, 'vid_flow');
      parts.preSessions.send(reply, preSession);
      return session;
    },

    /** Ends the browser's session, if it has one. */
    async end(http: { request: FastifyRequest; reply: FastifyReply }, caller: Caller): Promise<void> {
      const tokenHash = hashOf(cookies.read(http.request, 'vid_sid'));
      if (tokenHash) {
        await sql.begin(async (tx) => {
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
      await sql.begin(async (tx) => {
        const count = await repo.deleteAll(tx, accountId);
        await audit.write(tx, { kind: 'session.ended-all', accountId, caller, details: { count } });
      });
    },

    /** @throws AppError SESSION_NOT_FOUND for a session of someone else, too. */
    async endOne(accountId: string, sessionId: string, caller: Caller): Promise<void> {
      await sql.begin(async (tx) => {
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
