import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import * as v from 'valibot';
import type { Answer } from '#shared/api/request-types.ts';
import { message } from '#shared/forms/message.ts';
import { maxLetters, tooLong } from '#shared/forms/name-rule.ts';
import { optionalText, required } from '#shared/forms/rules.ts';

export type Certificate = Answer<'PUT /vid/api/users/certificate'>;

const day = message('profile.certificate.day');

export const certificateSchema = v.pipe(
  v.object({
    number: v.pipe(required(), v.maxGraphemes(maxLetters, tooLong)),
    province: v.pipe(v.string(), v.nonEmpty(message('account.province.required'))),
    issuedOn: v.pipe(required(), v.isoDate(day)),
    expiresOn: v.union([v.literal(''), v.pipe(v.string(), v.isoDate(day))], day),
    employer: optionalText(40),
  }),
  v.forward(
    v.partialCheck(
      [['issuedOn'], ['expiresOn']],
      ({ issuedOn, expiresOn }) => expiresOn === '' || expiresOn > issuedOn,
      message('profile.certificate.order'),
    ),
    ['expiresOn'],
  ),
);

/** An empty field is sent as null. */
export function bodyOf(
  checked: v.InferOutput<typeof certificateSchema>,
): BodyOf<Endpoints['PUT /vid/api/users/certificate']> {
  return { ...checked, expiresOn: checked.expiresOn || null, employer: checked.employer || null };
}

export function valuesOf(certificate: Certificate | null) {
  return {
    number: certificate?.number ?? '',
    province: certificate?.province ?? '',
    issuedOn: certificate?.issuedOn ?? '',
    expiresOn: certificate?.expiresOn ?? '',
    employer: certificate?.employer?.referralCode ?? '',
  };
}
