import type { Body } from '@vid/contract/endpoints/index';
import { AppError } from '#lib/app-error.ts';
import type { SignInResult } from '#sign-in/complete/complete.service.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import type { SignIn } from '../services.ts';
import { carriedAmr } from './qr.policy.ts';
import { createQrRepo, type QrRequest } from './qr.repo.ts';

export function createQrSignInService({ sql, completion }: SignIn) {
  const repo = createQrRepo(sql);
  return {
    /**
     * Signs the screen in with the authentication methods that `carriedAmr` transfers from the phone's
     * session.
     * @throws AppError QR_NOT_FOUND, also for another browser's request (Q2); QR_EXPIRED, QR_NOT_APPROVED;
     * QR_DECIDED if the request was already used; for an approved request also ACCOUNT_LOCKED,
     * LOCKED_BY_OWNER, MAINTENANCE, RATE_LIMITED; RECOVERY_REQUIRED if a phone in doubt was the only proof
     */
    async signIn(
      input: Body<'POST /vid/ajax/auth/login/qr'> & Visit & { readonly pollHashes: readonly Buffer[] },
    ): Promise<SignInResult> {
      const { qrId, pollHashes, remember = true, caller, browser } = input;
      const screen = { preSessionHash: browser.preSession.hash, pollHashes };
      const request = await repo.findOfBrowser(qrId, screen);
      const { accountId, amr } = requireApproved(request);
      try {
        return await completion.complete({
          account: { accountId },
          method: 'qr',
          amr,
          remember,
          caller,
          browser,
          redeem: (tx, id) => repo.use(tx, { id: qrId, accountId: id }, screen),
        });
      } catch (error) {
        // Another request may have used the approval, or the approval may have expired.
        if (error instanceof AppError) requireApproved(await repo.findOfBrowser(qrId, screen));
        throw error;
      }
    },
  };
}

function requireApproved(request: QrRequest | undefined) {
  if (!request) throw new AppError('QR_NOT_FOUND');
  const { status, accountId, amr } = request;
  if (status === 'expired') throw new AppError('QR_EXPIRED');
  if (status === 'used') throw new AppError('QR_DECIDED');
  if (status !== 'approved' || accountId === null || amr === null) throw new AppError('QR_NOT_APPROVED');
  return { accountId, amr: carriedAmr(amr) };
}
