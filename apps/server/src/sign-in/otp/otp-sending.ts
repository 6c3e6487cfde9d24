import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#config/config.ts';
import { isOutage } from '#database/outage.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { maskPhone } from '#lib/phone.ts';
import type { Counters } from '#platform/limits/counters.ts';
import { codeText } from '#platform/sms/sms-texts.ts';
import type { SmsService } from '#platform/sms/sms.service.ts';
import type { Asked } from './otp-admission.ts';
import type { Caps } from './otp.policy.ts';
import type { OtpRepo } from './otp.repo.ts';

type Deps = {
  readonly config: Config;
  readonly repo: OtpRepo;
  readonly counters: Counters;
  readonly sms: SmsService;
  readonly keys: Keys;
  readonly metrics: Metrics;
};

export const hashCode = (keys: Keys, id: string, code: string): Buffer => keys.pepper('otp', `${id}:${code}`);

/** By then the pool has replaced a lost connection. */
const reclaimDelayMs = 100;

/** Sends stored codes by SMS. */
export function createOtpSending({ config, repo, counters, sms, keys, metrics }: Deps) {
  /** Asks twice, because a call that fails here has claimed the SMS or not, and no repeat would send it. */
  const claimSending = async (code: { readonly id: string; readonly digits: string }): Promise<boolean> => {
    const claim = () => repo.claimSending(code.id, hashCode(keys, code.id, code.digits));
    try {
      return await claim();
    } catch (error) {
      if (!isOutage(error)) throw error;
      await delay(reclaimDelayMs);
      return claim();
    }
  };

  return {
    /**
     * Sends a stored code. With `isRepeatable`, at most one of the request's calls sends. A code that is not delivered
     * is deleted, and its counts are taken back; those that many callers share only if the gateway refused the SMS.
     * @throws AppError SMS_UNAVAILABLE
     */
    async send(
      asked: Asked,
      code: { readonly id: string; readonly digits: string; readonly isRepeatable: boolean },
      caps: Caps,
    ): Promise<void> {
      const { caller, phone, purpose } = asked;
      const { locale } = caller;
      if (code.isRepeatable && !(await claimSending(code))) return;
      const text = codeText({ code: code.digits, purpose, locale, host: config.publicUrl.hostname });
      const smsId = newId('sms');
      const outcome = await sms.sendNow({ id: smsId, to: phone, text, locale, purpose });
      if (outcome !== 'accepted') {
        await repo.discard(code.id, caller, { purpose, phone: maskPhone(phone), reason: 'sms' });
        const refunded = outcome === 'refused' ? [...caps.own, ...caps.shared] : caps.own;
        await counters.refund(refunded.map((hit) => hit.key));
        throw new AppError('SMS_UNAVAILABLE', { internal: `SMS ${smsId}: ${outcome}` });
      }
      metrics.otp.inc({ purpose, event: 'requested' });
    },
  };
}
