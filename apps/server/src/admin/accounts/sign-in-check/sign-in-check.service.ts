import type { Data } from '@vid/contract/endpoints/index';
import { authorOf, record, type Actor } from '#account/actor.ts';
import { throttledName } from '#account/credentials/code-demand.ts';
import { knownDevices } from '#account/known-devices/known-device.repo.ts';
import type { AccountServices } from '#account/services.ts';
import type { Queryable } from '#database/connection.ts';
import type { OtpCodePurpose, RecoveryRequestChannel } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import { beginAs } from '#platform/begin-as.ts';
import {
  deliveredOf,
  gatewayOf,
  judgeSignIn,
  liftOf,
  stateOf,
  wrongTries,
  type Code,
  type InForce,
  type LimitName,
} from './sign-in-check.policy.ts';
import { createSignInCheckRepo, type CheckedAccount } from './sign-in-check.repo.ts';

type Over = { readonly limit: string; readonly seconds: number };

/** Reads the codes of a phone and the limits on them. Implemented by `sign-in/otp`. */
export type CheckPhone = (phone: string) => Promise<{
  readonly codes: readonly (Code & {
    readonly purpose: OtpCodePurpose;
    readonly digits: number;
    readonly device: string | null;
    readonly network: string | null;
  })[];
  readonly wrongCodes: number;
  readonly refused: readonly Over[];
  readonly isAttacked: boolean;
  readonly shared: readonly Over[];
  readonly network: string | null;
  readonly isPaused: boolean;
}>;

/**
 * Counts the wrong app codes that unknown devices entered for an account. `seconds`: wait until the next code
 * is accepted; null without a wait. Implemented by `sign-in/two-step`.
 */
export type CheckAppCodes = (
  accountId: string,
) => Promise<{ readonly wrong: number; readonly seconds: number | null }>;

/**
 * Finds (null if there is none) and cancels the open recovery of an account. Implemented by
 * `sign-in/recovery`.
 */
export type OpenRecoveries = {
  readonly find: (accountId: string) => Promise<{
    readonly status: string;
    readonly channel: RecoveryRequestChannel;
    readonly contact: string | null;
    readonly createdAt: Date;
    readonly readyAt: Date | null;
    readonly expiresAt: Date;
    readonly requestedBy: string | null;
    readonly requesterName: string | null;
    readonly confirmedBy: string | null;
    readonly confirmerName: string | null;
  } | null>;
  readonly cancel: (tx: Queryable, accountId: string) => Promise<boolean>;
};

/**
 * Finds a recovery that waits for a second administrator; null if there is none. Implemented by
 * `admin/approvals`.
 */
export type FindRecoveryApproval = (accountId: string) => Promise<{
  readonly id: string;
  readonly contact: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly requestedBy: string;
  readonly requesterName: string | null;
} | null>;

export type SignInCheckDeps = AccountServices & {
  readonly checkPhone: CheckPhone;
  readonly checkAppCodes: CheckAppCodes;
  readonly supportRecovery: OpenRecoveries;
  readonly approvals: { readonly findRecovery: FindRecoveryApproval };
};

type Recovery = Data<'GET /vid/api/admin/accounts/:accountId/sign-in-check'>['recovery'];

const shownCodes = 10;

const phoneLimits: Readonly<Record<string, LimitName>> = {
  wait: 'codes-wait',
  slot: 'codes-slot',
  hour: 'codes-hour',
  day: 'codes-day',
  unanswered: 'network-unanswered',
  address: 'network-hour',
  prefix: 'prefix',
  all: 'all',
};

const noPhone: Awaited<ReturnType<CheckPhone>> = {
  codes: [],
  wrongCodes: 0,
  refused: [],
  isAttacked: false,
  shared: [],
  network: null,
  isPaused: false,
};

const always = (limit: LimitName) => ({ limit, until: null, network: null });

export function createSignInCheckService(deps: SignInCheckDeps) {
  const { sql, accounts, audit, throttle } = deps;
  const repo = createSignInCheckRepo(sql);

  const readFacts = async ({ id, phone, now }: CheckedAccount) => {
    const [passwords, codes, app, devices] = await Promise.all([
      throttle.check(throttledName({ id, phone })),
      phone === null ? noPhone : deps.checkPhone(phone),
      deps.checkAppCodes(id),
      knownDevices.count(sql, id),
    ]);
    const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
    const named = ({ limit, seconds }: Over, network: string | null): readonly InForce[] => {
      const name = phoneLimits[limit];
      return name === undefined ? [] : [{ limit: name, until: after(seconds), network }];
    };
    const limits: readonly InForce[] = [
      ...passwords.waits.map(
        ({ address, blockedUntil }) =>
          ({ limit: 'password-wait', until: blockedUntil, network: address }) as const,
      ),
      ...(passwords.needsCode ? [always('password-code')] : []),
      ...codes.refused.flatMap((over) => named(over, codes.network)),
      ...(codes.isAttacked ? [always('codes-attacked')] : []),
      ...(app.seconds === null ? [] : [{ ...always('app-codes'), until: after(app.seconds) }]),
      ...codes.shared.flatMap((over) =>
        named(over, over.limit === 'unanswered' || over.limit === 'address' ? codes.network : null),
      ),
      ...(codes.isPaused ? [always('sms-paused')] : []),
    ];
    return { passwords, codes, app, devices, limits };
  };

  const findRecovery = async (accountId: string): Promise<Recovery> => {
    const approval = await deps.approvals.findRecovery(accountId);
    if (approval)
      return {
        stage: 'approval',
        channel: 'support',
        contact: approval.contact,
        requestedAt: approval.createdAt.toISOString(),
        endsAt: approval.expiresAt.toISOString(),
        requestedBy: authorOf(approval.requestedBy, approval.requesterName),
        confirmedBy: null,
        approvalId: approval.id,
      };
    const open = await deps.supportRecovery.find(accountId);
    if (!open) return null;
    const stage = open.status === 'ready' ? 'ready' : 'waiting';
    return {
      stage,
      channel: open.channel,
      contact: open.contact,
      requestedAt: open.createdAt.toISOString(),
      endsAt: (stage === 'ready' ? open.expiresAt : open.readyAt)?.toISOString() ?? null,
      requestedBy: authorOf(open.requestedBy, open.requesterName),
      confirmedBy: authorOf(open.confirmedBy, open.confirmerName),
      approvalId: null,
    };
  };

  return {
    /**
     * Returns whether a member can sign in now, with the facts behind the verdict. The call is audited, because
     * it shows personal data (V4).
     * @throws AppError NOT_FOUND
     */
    async check(accountId: string, { actorId, caller }: Pick<Actor, 'actorId' | 'caller'>) {
      const account = await repo.findAccount(accountId);
      if (!account) throw new AppError('NOT_FOUND');
      await audit.write(sql, {
        kind: 'account.viewed',
        accountId,
        actorId,
        caller,
        details: { part: 'sign-in' },
      });
      const { now, phone, phoneInDoubt, sensitiveHoldUntil } = account;
      const { passwords, codes, app, devices, limits } = await readFacts(account);
      const isHeld = sensitiveHoldUntil !== null && sensitiveHoldUntil > now;
      return {
        checkedAt: now,
        verdict: judgeSignIn({ ...account, hasPhone: phone !== null, limits, lastCode: codes.codes[0] }),
        codes: codes.codes.slice(0, shownCodes).map((code) => ({
          requestedAt: code.createdAt,
          purpose: code.purpose,
          channel: 'sms' as const,
          gateway: gatewayOf(code, now),
          delivered: deliveredOf(code),
          state: stateOf(code, now),
          wrong: wrongTries(code),
          enteredAt: code.verifiedAt,
          usedAt: code.tokenUsedAt,
          expiresAt: code.expiresAt,
          digits: code.digits,
          isKnownDevice: code.device !== null,
          network: code.network,
        })),
        tries: {
          passwords: passwords.failures,
          lastPasswordAt: passwords.lastFailureAt,
          codes: codes.wrongCodes,
          appCodes: app.wrong,
        },
        limits: limits.map((limit) => ({ ...limit, lift: liftOf(limit.limit) })),
        holds: [
          ...(isHeld ? [{ hold: 'sensitive-changes' as const, until: sensitiveHoldUntil }] : []),
          ...(phoneInDoubt ? [{ hold: 'phone-in-doubt' as const, until: null }] : []),
        ],
        devices,
        recovery: await findRecovery(accountId),
      };
    },

    /**
     * Cancels the open recovery of any channel.
     * @throws AppError NOT_FOUND, OWN_ACCOUNT, RECOVERY_NOT_OPEN
     */
    cancelRecovery: async (accountId: string, by: Actor): Promise<void> => {
      await beginAs(sql, { ...by, others: [accountId] }, async (tx) => {
        if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('NOT_FOUND');
        if (!(await deps.supportRecovery.cancel(tx, accountId))) throw new AppError('RECOVERY_NOT_OPEN');
        const { details, ...rest } = record(by, accountId);
        await deps.notices.notify(tx, {
          account: { id: accountId },
          kind: 'recovery-stopped',
        });
        await audit.write(tx, { kind: 'recovery.stopped', ...rest, details: { ...details, by: 'support' } });
      });
      deps.notices.kick();
    },
  };
}
