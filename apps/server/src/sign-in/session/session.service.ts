import type { Locale } from '@vid/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forgetDevices } from '#account/known-devices/known-device-sql.ts';
import type { AccountServices } from '#account/services.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { clientSignal } from '#http/routes/client-signal.ts';
import type { Call } from '#http/routes/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { describeDevice } from '#lib/describe-device.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import type { CurrentSession, FullSession } from './session-columns.ts';
import type { SessionRepo } from './session.repo.ts';

export type { CurrentSession, FullSession };

type Deps = AccountServices & { readonly sessionRepo: SessionRepo };

/** The caller's session, and the token hashes (hexadecimal) in the device cookie of the caller's browser. */
type Kept = { readonly sessionId: string; readonly devices: readonly string[] };

type VisitorCall = Pick<Call<{ readonly access: 'visitor' }>, 'request' | 'reply' | 'preSession' | 'caller'>;

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(deps: Deps) {
  const { sessionRepo: repo, keys, cookies, audit, sql } = deps;

  const hashOf = (token: string | undefined): Buffer | undefined =>
    token !== undefined && /^[\w-]{43}$/u.test(token) ? keys.hashSecret(token) : undefined;

  return {
    /**
     * Returns the session of a token.
     * @throws AppError TOKEN_MISSING without a cookie, TOKEN_INVALID if no live session has the token
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
     * Replaces the token of a session and returns the new one. The new token is derived from the former
     * token, so that a repeated call and a second tab get the same token.
     */
    async replaceToken(tx: Queryable, id: string, token: string): Promise<string> {
      const next = keys.pepper('session-token', token).toString('base64url');
      await repo.replaceToken(tx, id, { former: keys.hashSecret(token), next: keys.hashSecret(next) });
      return next;
    },

    withExtras: (session: CurrentSession): Promise<FullSession> => repo.addExtras(session),

    visitOf({ request, reply, preSession, caller }: VisitorCall): Visit {
      const tokenHash = hashOf(cookies.read(request, 'vid_sid'));
      const browser = { preSession, tokenHash, devices: deps.deviceCookie.read(request) };
      return { caller, browser, signal: clientSignal(reply) };
    },

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

    /**
     * Clears the session's cookies and the browser's cache, but not its storage, which contains the chosen
     * language.
     */
    forget(reply: FastifyReply): void {
      cookies.clear(reply, 'vid_sid');
      cookies.clear(reply, 'vid_flow');
      deps.preSessions.send(reply, deps.preSessions.make());
      reply.header('clear-site-data', '"cache"');
    },

    /**
     * Ends all sessions of the account and forgets its known devices, except the session and the devices in
     * `kept`. A forgotten device needs the second step again, and its next sign-in notifies the owner: an
     * intruder with the password must not come back unnoticed. `beginAs` locks the account, and so waits for a
     * concurrent sign-in, whose session would otherwise survive.
     * @throws AppError TOKEN_INVALID if the caller's session has ended
     */
    async endAll(accountId: string, caller: Caller, kept?: Kept): Promise<void> {
      await beginAs(sql, { caller }, async (tx) => {
        const count = await repo.deleteAll(tx, accountId, kept?.sessionId);
        await forgetDevices(tx, accountId, kept?.devices);
        await audit.write(tx, { kind: 'session.ended-all', accountId, caller, details: { count } });
      });
    },

    /**
     * Ends one session of the account. If it is not the caller's, also ends the access of its applications and
     * every unfinished sign-in, and forgets the known devices like `endAll`, because a session does not name its device.
     * @throws AppError SESSION_NOT_FOUND, also for another account's session; TOKEN_INVALID if the caller's
     *   session has ended
     */
    async endOne(accountId: string, sessionId: string, caller: Caller, kept: Kept): Promise<void> {
      await beginAs(sql, { caller }, async (tx) => {
        const isOther = sessionId !== kept.sessionId;
        if (!(await repo.deleteOne(tx, accountId, sessionId, { endsAccess: isOther })))
          throw new AppError('SESSION_NOT_FOUND');
        if (isOther) await forgetDevices(tx, accountId, kept.devices);
        await audit.write(tx, { kind: 'session.ended', accountId, caller, details: { sessionId } });
      });
    },

    async listOf(accountId: string, locale: Locale) {
      const rows = await repo.list(accountId);
      return rows.map((row) => {
        const place = deps.places.nameOf(row.address, locale);
        return {
          id: row.id,
          device: describeDevice(row.userAgent),
          address: row.address,
          ...(place !== undefined && { place }),
          createdAt: row.createdAt,
          lastSeenAt: row.lastSeenAt,
        };
      });
    },

    async list(current: CurrentSession, locale: Locale) {
      const sessions = await this.listOf(current.account.id, locale);
      return sessions
        .map((session) => ({ ...session, isCurrent: session.id === current.id }))
        .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
    },
  };
}
