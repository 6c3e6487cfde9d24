import { otpLimits, type Locale } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Queryable, Sql } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import type { SmsMessage, SmsOutcome } from '#ports/sms/sms.ts';
import type { DeliveriesRepo } from '#platform/deliveries/deliveries.repo.ts';
import { createMessageQueue } from '#platform/deliveries/message-queue.ts';
import type { Messages, SmsContent } from '#platform/messages/messages.ts';
import type { MaySend } from '#platform/installation/may-send.ts';
import type { SmsAttempts } from './sms-attempts.ts';
import type { SmsCeiling } from './sms-cost.ts';
import type { Later } from './sms-route.policy.ts';
import type { Routed, SmsRouter } from './sms-router.ts';

/** Time limit of `sendNow` over all gateways (O13: 6 s for the whole request). */
const budgetMs = 5_500;
const queuedBudgetMs = 15_000;
/**
 * Returns whether a code is still valid: not entered, replaced or ended. `sign-in/otp` implements this
 * function.
 */
export type IsCodeLive = (codeId: string) => Promise<boolean>;

/** The last attempt comes about 15 minutes after the first. */
const maxAttempts = 6;

type Deps = {
  readonly repo: DeliveriesRepo;
  readonly sql: Sql;
  readonly router: Pick<SmsRouter, 'send' | 'codesOnly'>;
  readonly attempts: Pick<SmsAttempts, 'isDelivered'>;
  readonly ceiling: Pick<SmsCeiling, 'isReached'>;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly background: Background;
  readonly maySend: MaySend;
  readonly messages: Pick<Messages, 'smsCode' | 'smsNotice'>;
};

type Notice = SmsContent & { readonly locale: Locale };
/** A code that another gateway may have sent, but whose delivery is not reported. */
type Repeated = {
  readonly code: string;
  readonly codeId: string;
  readonly without: Later['without'];
  readonly locale: Locale;
};
type Queued = { readonly notice: Notice } | { readonly repeated: Repeated };
/** A code without its text, which is composed at the time of sending. */
type Code = Omit<SmsMessage, 'text' | 'code' | 'codeId'> & { readonly code: string; readonly codeId: string };

/**
 * Creates the service that sends SMS. Codes are sent within their request, and again by the next gateway if
 * the first gateway reports no delivery. Notices are queued in the transaction of the change that they
 * report.
 */
export function createSmsService(deps: Deps) {
  const { sql, router, attempts, metrics, log } = deps;
  let isCodeLive: IsCodeLive | undefined;
  let waitingTypes: readonly string[] = [];

  const send = async (message: SmsMessage, limits: Parameters<SmsRouter['send']>[1]): Promise<Routed> => {
    const routed = await router.send(message, limits);
    const { outcome } = routed;
    metrics.sms.inc({ event: outcome === 'accepted' ? 'sent' : 'failed' });
    const details = { sms: message.id, to: maskPhone(message.to), purpose: message.purpose, outcome };
    if (outcome === 'accepted') log.info(details, 'SMS sent');
    else log.warn(details, 'SMS not sent');
    return routed;
  };

  const sendCode = async (code: Code, limits: Parameters<SmsRouter['send']>[1]): Promise<Routed> =>
    send({ ...code, text: await deps.messages.smsCode({ ...code, phone: code.to }) }, limits);

  /**
   * Returns whether another gateway must send a code, because the code is still valid and no delivery is
   * reported.
   */
  const isNeeded = async (id: string, { codeId }: Repeated): Promise<boolean> =>
    (await isCodeLive?.(codeId)) === true && !(await attempts.isDelivered(id));

  const queue = createMessageQueue<Queued>(deps, {
    kind: 'sms',
    maxAttempts,
    isEnabled: true,
    waitingTypes: async () => ((await deps.ceiling.isReached()) ? waitingTypes : []),
    async send({ id, phone, type }, queued) {
      if (phone === null) return 'failed';
      const message = { id, to: phone, purpose: type };
      const sendQueued = async (): Promise<Routed | undefined> => {
        if ('notice' in queued) {
          const { locale, ...content } = queued.notice;
          const text = await deps.messages.smsNotice(content, { phone, locale });
          return send({ ...message, locale, text }, { budgetMs: queuedBudgetMs });
        }
        const { without, ...code } = queued.repeated;
        if (!(await isNeeded(id, queued.repeated))) return undefined;
        return sendCode({ ...message, ...code }, { budgetMs: queuedBudgetMs, without });
      };
      const routed = await sendQueued();
      if (!routed) return 'dropped';
      const { outcome } = routed;
      if (outcome === 'channel-broken') return 'retry';
      return outcome === 'accepted' ? 'sent' : 'failed';
    },
    onAbandoned: () => metrics.sms.inc({ event: 'failed' }),
  });

  const repeatLater = async (
    { id, to, purpose, code, codeId, locale }: Code,
    { waitSeconds, without }: Later,
  ): Promise<boolean> => {
    try {
      await queue.queue(sql, {
        id,
        about: codeId,
        type: purpose,
        phone: to,
        isUrgent: true,
        delaySeconds: waitSeconds,
        ttlSeconds: otpLimits.lifeSeconds,
        content: { repeated: { code, locale, codeId, without } },
      });
      queue.kickAfter(waitSeconds);
      return true;
    } catch (error) {
      log.error({ err: error, sms: id }, 'failed to queue a code for another gateway');
      return false;
    }
  };

  return {
    ...queue,

    /** Sets the function that checks whether a code is still valid. Without it, no code is sent again. */
    useCodes(reader: IsCodeLive): void {
      isCodeLive = reader;
    },

    /** Sets the types of notices that wait while SMS costs have reached their ceiling. */
    useWaitingTypes(types: readonly string[]): void {
      waitingTypes = types;
    },

    /**
     * Sends a code while the request waits, for at most 5.5 s. Returns the outcome, which is also `accepted`
     * if a gateway may have the code and the next gateway sends it again later. The code is stored only for
     * that second attempt, because after a crash it is useless: entering a code requires the response to its
     * request. `isForSim`: send only to the number's SIM, not to an account of another service.
     */
    async sendNow({ isForSim, ...code }: Code & { readonly isForSim: boolean }): Promise<SmsOutcome> {
      if (!(await deps.maySend())) return 'channel-broken';
      const { outcome, later } = await sendCode(code, {
        budgetMs,
        without: isForSim ? router.codesOnly : [],
      });
      return later && (await repeatLater(code, later)) ? 'accepted' : outcome;
    },

    /**
     * Queues a message. Call this function in the transaction of the change that the message reports, and
     * `kick` after the commit.
     */
    async queue(
      tx: Queryable,
      message: {
        readonly accountId: string;
        readonly phone: string;
        readonly purpose: string;
        readonly isUrgent?: boolean;
      } & Notice,
    ): Promise<void> {
      const { accountId, phone, purpose, isUrgent, ...notice } = message;
      await queue.queue(tx, { about: accountId, type: purpose, phone, isUrgent, content: { notice } });
    },
  };
}
