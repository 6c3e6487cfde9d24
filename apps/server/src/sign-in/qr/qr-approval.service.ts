import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { describeDevice } from '#lib/describe-device.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import type { CurrentSession } from '#sign-in/session/session-columns.ts';
import { requireConfirmed, requireRecent } from '#sign-in/session/session.policy.ts';
import type { SignIn } from '../services.ts';
import { answerOf, choicesOf, isSameNetwork, shortenAddress } from './qr.policy.ts';
import { createQrRepo, type QrRequest } from './qr.repo.ts';

type Input = { readonly qrId: string; readonly session: CurrentSession; readonly caller: Caller };

/** Handles requests from the phone that scans a QR code. */
export function createQrApprovalService({ sql, sessionRepo, audit, events, notices, places }: SignIn) {
  const repo = createQrRepo(sql);

  const getOwn = async ({ qrId, session }: Input): Promise<QrRequest> => {
    const request = await repo.find(qrId);
    if (!request) throw new AppError('QR_NOT_FOUND');
    if (request.accountId !== null && request.accountId !== session.account.id)
      throw new AppError('QR_FORBIDDEN');
    return request;
  };

  /**
   * Returns the error of a refused decision: QR_EXPIRED, QR_DECIDED, or QR_FORBIDDEN if the account has not
   * scanned the code.
   * @throws AppError QR_NOT_FOUND, QR_FORBIDDEN if another account has scanned the code
   */
  const explain = async (input: Input): Promise<AppError> => {
    const { status } = await getOwn(input);
    if (status === 'expired') return new AppError('QR_EXPIRED');
    return new AppError(status === 'pending' ? 'QR_FORBIDDEN' : 'QR_DECIDED');
  };

  const record = (tx: Queryable, kind: AuditKind, input: Input, reason?: string) =>
    audit.write(tx, {
      kind,
      accountId: input.session.account.id,
      caller: input.caller,
      details: { qrId: input.qrId, ...(reason === undefined ? {} : { reason }) },
    });

  return {
    /**
     * Describes the screen that shows the code, and returns the numbers to choose from. The first scan binds
     * the request to the account.
     * @throws AppError QR_NOT_FOUND, QR_EXPIRED; QR_FORBIDDEN if another account has scanned the code
     */
    async scan(input: Input) {
      const { qrId, session, caller } = input;
      await sql.begin(async (tx) => {
        if (await repo.scan(tx, qrId, session.account.id)) await events.publish(tx, 'qr', qrId);
      });
      const request = await getOwn(input);
      if (request.status === 'expired') throw new AppError('QR_EXPIRED');
      const place = places.nameOf(request.address, caller.locale);
      return {
        status: request.status,
        device: describeDevice(request.userAgent),
        address: shortenAddress(request.address),
        ...(place !== undefined && { place }),
        isSameNetwork: isSameNetwork(request.address, caller.address),
        requestedAt: request.createdAt.toISOString(),
        expiresIn: request.expiresIn,
        choices: choicesOf(request),
      };
    },

    /**
     * Approves a request, or denies it if the number is wrong. If the screen is in another country (if a
     * country is unknown, in another network), it may be an attacker's, so the session must have verified the
     * password or a passkey recently.
     * @throws AppError REAUTHENTICATION_REQUIRED, QR_NUMBER_WRONG, TOKEN_INVALID, QR_NOT_FOUND, QR_FORBIDDEN,
     * QR_EXPIRED, QR_DECIDED
     */
    async approve(input: Input & { readonly number: number }): Promise<void> {
      const { qrId, session, caller, number } = input;
      const request = await getOwn(input);
      if (request.status !== 'scanned') throw await explain(input);
      const isNear =
        places.isSameCountry(request.address, caller.address) ??
        isSameNetwork(request.address, caller.address);
      if (isNear) requireRecent(session);
      else requireConfirmed(session);
      const answer = answerOf(request, number);
      const isStored = await sql.begin(async (tx) => {
        // The session may have ended since it was read.
        if (!(await sessionRepo.lockLive(tx, session.id))) throw new AppError('TOKEN_INVALID');
        const row = { id: qrId, accountId: session.account.id, answer, amr: session.amr };
        if (!(await repo.answer(tx, row))) return false;
        if (answer === 'approved') {
          await record(tx, 'qr.approved', input);
          // The notice describes the screen that will be signed in, not the phone.
          await notices.notify(tx, { account: session.account, kind: 'qr-approved', caller: request });
        } else await record(tx, 'qr.denied', input, 'number');
        await events.publish(tx, 'qr', qrId);
        return true;
      });
      if (!isStored) throw await explain(input);
      // An error inside the transaction would roll back the denial.
      if (answer === 'denied') throw new AppError('QR_NUMBER_WRONG');
      notices.kick();
    },

    /**
     * Denies a request.
     * @throws AppError QR_NOT_FOUND, QR_FORBIDDEN, QR_EXPIRED, QR_DECIDED
     */
    async deny(input: Input): Promise<void> {
      const { qrId, session } = input;
      const isDenied = await sql.begin(async (tx) => {
        const row = { id: qrId, accountId: session.account.id, answer: 'denied', amr: [] } as const;
        if (!(await repo.answer(tx, row))) return false;
        await record(tx, 'qr.denied', input, 'member');
        await events.publish(tx, 'qr', qrId);
        return true;
      });
      if (!isDenied) throw await explain(input);
    },
  };
}
