import { timingSafeEqual } from 'node:crypto';
import { captchaLimits } from '@vid/contract/limits';
import type { FailureRateService } from '#account/credentials/failure-rate.ts';
import { findAnyDevice } from '#account/known-devices/known-device-sql.ts';
import type { Queryable } from '#database/connection.ts';
import { isOutage } from '#database/availability/outage.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newSecret } from '#lib/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { captchaAlphabet } from './captcha-glyphs.ts';
import { drawCaptcha } from './captcha-picture.ts';
import {
  allowanceOf,
  difficultyOf,
  factorWithoutPicture,
  networkHit,
  normaliseAnswer,
  requestHits,
  type CaptchaKind,
  type CaptchaPurpose,
  type Difficulty,
} from './captcha.policy.ts';
import { createCaptchaRepo } from './captcha.repo.ts';
import { createProofOfWork } from './proof-of-work.ts';

type Deps = Platform & { readonly failureRate: Pick<FailureRateService, 'isAttacked'> };

type Visitor = {
  readonly preSessionHash: Buffer;
  readonly caller: Caller;
  /** Hexadecimal token hashes from the browser's device cookie. */
  readonly devices: readonly string[];
};
type Purpose = { readonly purpose?: CaptchaPurpose | undefined };

type PictureAnswer = { readonly captchaId: string; readonly captchaValue: string };

/**
 * Issues captchas, and a token for each solved one. A token is valid once and in one browser. A token issued
 * for a purpose is valid only for that purpose.
 */
export function createCaptchaService(platform: Deps) {
  const { config, sql, counters, keys, metrics, failureRate } = platform;
  const repo = createCaptchaRepo(sql);
  const work = createProofOfWork(platform);
  const allowance = (): number => allowanceOf(config.captchaAddressMinute, failureRate.isAttacked());
  const hashAnswer = (id: string, answer: string): Buffer =>
    keys.pepper('captcha', `${id}:${normaliseAnswer(answer)}`);

  const countRequest = async (
    { caller, devices }: Visitor,
    kind: CaptchaKind,
  ): Promise<string | undefined> => {
    const device = await findAnyDevice(sql, devices);
    const hits = await counters.hitInOrder(requestHits(caller.addressKey, device, allowance()));
    const over = hits.find(({ isOver }) => isOver);
    if (over) {
      metrics.captcha.inc({ kind, event: 'limited' });
      throw new AppError('CAPTCHA_RATE', { retryAfterSeconds: over.resetsInSeconds });
    }
    return device;
  };

  /**
   * Returns the difficulty of the next captcha. For a known device, the captchas solved on its network do not
   * count.
   */
  const difficultyFor = async (
    { addressKey }: Caller,
    device: string | undefined,
    workLevel = 0,
  ): Promise<Difficulty> => {
    const { key } = networkHit(addressKey);
    const networkCaptchas = device === undefined ? ((await counters.peek([key])).get(key) ?? 0) : 0;
    return difficultyOf({ networkCaptchas, networkAllowance: allowance(), workLevel });
  };

  const isPictureRight = async (
    tx: Queryable,
    { captchaId, captchaValue }: PictureAnswer,
    visitor: Visitor,
  ) => {
    const expected = await repo.takePicture(tx, captchaId, visitor.preSessionHash);
    return expected !== undefined && timingSafeEqual(hashAnswer(captchaId, captchaValue), expected);
  };

  const refuse = (kind: CaptchaKind): AppError => {
    metrics.captcha.inc({ kind, event: 'failed' });
    return new AppError('CAPTCHA_INVALID');
  };

  /**
   * Spends a captcha and stores its token in one transaction, so that after a fault of the database the captcha
   * can be submitted again. A solved captcha counts against the network unless a known device solved it.
   * @throws AppError CAPTCHA_INVALID if `spend` returns false
   */
  const issueToken = async (
    visitor: Visitor & Purpose,
    solved: { readonly kind: CaptchaKind; readonly workLevel: number; readonly device: string | undefined },
    spend: (tx: Queryable) => Promise<boolean>,
  ) => {
    const token = newSecret();
    const isSpent = await sql.begin(async (tx) => {
      if (!(await spend(tx))) return false;
      await repo.insertToken(tx, {
        tokenHash: keys.hashSecret(token),
        preSessionHash: visitor.preSessionHash,
        purpose: visitor.purpose ?? null,
        ttlSeconds: captchaLimits.tokenTtlSeconds,
        workLevel: solved.workLevel,
      });
      return true;
    });
    if (!isSpent) throw refuse(solved.kind);
    if (solved.device === undefined)
      await counters.hit([networkHit(visitor.caller.addressKey)]).catch((error: unknown) => {
        // The captcha is spent, so the visitor must get the token even if an outage prevents counting.
        if (!isOutage(error)) throw error;
      });
    metrics.captcha.inc({ kind: solved.kind, event: 'passed' });
    return { captchaToken: token, expiresIn: captchaLimits.tokenTtlSeconds };
  };

  const tokenHashOf = (token: string | undefined): Buffer => {
    if (token === undefined || token === '') throw new AppError('CAPTCHA_REQUIRED');
    if (!/^[\w-]{43}$/u.test(token)) throw new AppError('CAPTCHA_INVALID');
    return keys.hashSecret(token);
  };

  return {
    /**
     * Returns a new picture.
     * @throws AppError CAPTCHA_RATE
     */
    async generate(visitor: Visitor) {
      const { preSessionHash } = visitor;
      await countRequest(visitor, 'image');
      const id = newId('cap');
      const answer = platform.random.pick(captchaAlphabet, captchaLimits.answerLength);
      const [picture] = await Promise.all([
        drawCaptcha(answer),
        repo.insertPicture({
          id,
          answerHash: hashAnswer(id, answer),
          preSessionHash,
          ttlSeconds: captchaLimits.lifeSeconds,
        }),
        platform.outbox?.add({ kind: 'captcha', to: id, purpose: 'captcha', text: '', code: answer }),
      ]);
      metrics.captcha.inc({ kind: 'image', event: 'made' });
      return {
        captchaId: id,
        captchaImage: `data:image/png;base64,${picture.toString('base64')}`,
        expiresIn: captchaLimits.lifeSeconds,
      };
    },

    /**
     * Exchanges the answer to a picture for a token. A picture accepts one answer, right or wrong.
     * @throws AppError CAPTCHA_INVALID if the answer is wrong, or the picture is unknown, expired or another
     * browser's; CAPTCHA_REQUIRED if the network must also solve a challenge
     */
    async answer(input: { captchaId: string; captchaValue: string } & Visitor & Purpose) {
      const device = await findAnyDevice(sql, input.devices);
      if ((await difficultyFor(input.caller, device)).needsPicture)
        throw new AppError('CAPTCHA_REQUIRED', { details: { workRequired: true } });
      const solved = { kind: 'image', workLevel: captchaLimits.maxWorkLevel, device } as const;
      return issueToken(input, solved, (tx) => isPictureRight(tx, input, input));
    },

    /**
     * Returns a new challenge. Its difficulty depends on `workLevel` and, on an unknown device, on the
     * captchas that the network solved. With `withoutPicture`, more work replaces a picture that would be
     * needed.
     * @throws AppError CAPTCHA_RATE
     */
    async challenge(input: { readonly workLevel: number; readonly withoutPicture: boolean } & Visitor) {
      const { preSessionHash, caller, workLevel, withoutPicture } = input;
      const device = await countRequest(input, 'proof-of-work');
      const difficulty = await difficultyFor(caller, device, workLevel);
      const needsPicture = difficulty.needsPicture && !withoutPicture;
      const factor =
        difficulty.factor * (withoutPicture && difficulty.needsPicture ? factorWithoutPicture : 1);
      const challenge = await work.create(preSessionHash, { factor, needsPicture, workLevel });
      metrics.captcha.inc({ kind: 'proof-of-work', event: 'made' });
      return { ...challenge, needsPicture };
    },

    /**
     * Exchanges a solved challenge for a token, once. A wrong answer to the picture does not use up the
     * challenge, so another picture can be tried.
     * @throws AppError CAPTCHA_INVALID
     */
    async solve(input: { payload: string; picture: PictureAnswer | undefined } & Visitor & Purpose) {
      const solved = await work.check(input.payload, input.preSessionHash);
      if (!solved) throw refuse('proof-of-work');
      const { needsPicture, signatureHash, workLevel } = solved;
      const { picture } = input;
      // Remember used challenges longer than they are valid, to allow for clock skew between servers.
      const rememberedSeconds = captchaLimits.lifeSeconds * 4;
      const device = await findAnyDevice(sql, input.devices);
      return issueToken(input, { kind: 'proof-of-work', workLevel, device }, async (tx) => {
        if (needsPicture && !(picture && (await isPictureRight(tx, picture, input)))) return false;
        return repo.spendChallenge(tx, signatureHash, rememberedSeconds);
      });
    },

    /**
     * Redeems a token and returns its work level. A client cannot waive the captcha (1Panel CVE-2025-66507).
     * @throws AppError CAPTCHA_REQUIRED without a token; CAPTCHA_INVALID if the token is unknown, used or
     * expired, or belongs to another browser or purpose
     */
    async consume(token: string | undefined, preSessionHash: Buffer, purpose: CaptchaPurpose) {
      const redeemed = await repo.redeem(sql, {
        tokenHash: tokenHashOf(token),
        preSessionHash,
        purpose,
      });
      if (!redeemed) throw new AppError('CAPTCHA_INVALID');
      return redeemed;
    },

    /**
     * Redeems a token in the transaction of a request. If the request has a hash, repeated requests get
     * `repeated` until the token expires. Returns `invalid` if the token cannot be redeemed.
     * @throws AppError CAPTCHA_REQUIRED without a token, CAPTCHA_INVALID for a malformed token
     */
    async redeem(
      tx: Queryable,
      token: string | undefined,
      use: {
        readonly preSessionHash: Buffer;
        readonly purpose: CaptchaPurpose;
        readonly requestHash: Buffer | null;
      },
    ): Promise<'redeemed' | 'repeated' | 'invalid'> {
      const { requestHash, ...bound } = use;
      const tokenHash = tokenHashOf(token);
      if (requestHash === null)
        return (await repo.redeem(tx, { tokenHash, ...bound })) ? 'redeemed' : 'invalid';
      if (await repo.redeemFor(tx, { tokenHash, ...bound }, requestHash)) return 'redeemed';
      // The first statement may have waited for the redeeming request; only a new statement sees that
      // request's row.
      return (await repo.isRedeemedBy(tx, tokenHash, requestHash)) ? 'repeated' : 'invalid';
    },
  };
}
