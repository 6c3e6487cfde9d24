import { throttleHash } from '#account/credentials/code-demand.ts';
import type { Sql } from '#database/connection.ts';
import type { OtpCodesRow } from '#database/tables.ts';
import type { SignIn } from '../services.ts';
import { breakerLimits, isBreakerOpen, limitOfKey } from './breaker.policy.ts';
import { findLatestCodes } from './breaker.repo.ts';
import { countsForDevices, decideRequest, isSparedByBreaker, sharedCaps, type Over } from './otp.policy.ts';
import { createOtpRepo } from './otp.repo.ts';

export type CheckedCode = Pick<
  OtpCodesRow,
  | 'purpose'
  | 'createdAt'
  | 'sentAt'
  | 'isUndelivered'
  | 'attempts'
  | 'maxAttempts'
  | 'verifiedAt'
  | 'tokenUsedAt'
  | 'expiresAt'
  | 'digits'
  | 'network'
> & {
  /**
   * Hexadecimal token hash of the known device whose limits apply; null if those of unknown devices apply.
   */
  readonly device: string | null;
  readonly preSessionHash: Uint8Array;
};

type Deps = Pick<SignIn, 'sql' | 'config' | 'keys' | 'counters' | 'smsBreaker'>;

/** Maximum number of codes shown to support, because anyone can request codes for a phone. */
const maxCodes = 50;

/** Explains to support why a phone gets no code, without changing or counting anything. */
export function createPhoneCheck({ sql, config, keys, counters, smsBreaker }: Deps) {
  const repo = createOtpRepo(sql);

  /**
   * Repeats the decision of `otp/request`, apart from the breaker, for the browser that requested `code`, or
   * for an unknown browser.
   */
  const decideAgain = async (phone: string, code: CheckedCode | undefined) => {
    const facts = await repo.readFacts(sql, {
      phone,
      purpose: code?.purpose ?? 'signin',
      devices: code?.device ? [code.device] : [],
      throttleHash: throttleHash(keys, phone),
      preSessionHash: Buffer.from(code?.preSessionHash ?? []),
      network: code?.network ?? '',
    });
    const decision = decideRequest({ requester: facts, codes: facts, isBreakerOpen: false }, config);
    return { facts, refused: decision.refused ?? [] };
  };

  const isPaused = async (isSpared: boolean): Promise<boolean> => {
    if (isSpared) return false;
    const held = await smsBreaker.held();
    if (held !== undefined) return held === 'open';
    return isBreakerOpen(await findLatestCodes(sql, config), breakerLimits(config));
  };

  const findShared = async (phone: string, network: string | null, isAttacked: boolean): Promise<Over[]> => {
    const caps = sharedCaps({
      mode: isAttacked ? 'attacked' : 'stranger',
      phone,
      network: network ?? '',
      isMember: true,
      keys,
      config,
    });
    const full = await counters.listFull(caps.filter(({ key }) => network !== null || !key.endsWith(':')));
    return full.map(({ key, seconds }) => ({ limit: limitOfKey(key), seconds }));
  };

  return async (phone: string) => {
    const codes = await listCodes(sql, phone);
    const [latest] = codes;
    const { facts, refused } = await decideAgain(phone, latest);
    const isAttacked =
      facts.wrongCodes >= config.otpPhoneFailuresDay ||
      facts.strangersHour >= config.otpPhoneHour ||
      facts.strangersDay >= config.otpPhoneDay;
    const isDevice = countsForDevices(facts, facts, config);
    return {
      codes,
      wrongCodes: codes.reduce((sum, code) => sum + code.attempts - (code.verifiedAt === null ? 0 : 1), 0),
      refused,
      /** True if unknown devices get long codes because of earlier codes. */
      isAttacked,
      shared: isDevice ? [] : await findShared(phone, latest?.network ?? null, isAttacked || facts.needsCode),
      network: latest?.network ?? null,
      isPaused: await isPaused(isSparedByBreaker(facts, config)),
    };
  };
}

async function listCodes(sql: Sql, phone: string): Promise<readonly CheckedCode[]> {
  return sql<CheckedCode[]>`
    select purpose, created_at, sent_at, is_undelivered, attempts, max_attempts, verified_at, token_used_at, expires_at,
      digits, network, encode(device_hash, 'hex') as device, pre_session_hash
    from otp_codes where phone = ${phone} and created_at > now() - interval '1 day'
    order by created_at desc, id desc limit ${maxCodes}`;
}
