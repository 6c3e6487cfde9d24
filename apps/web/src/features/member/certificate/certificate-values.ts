import * as v from 'valibot';
import { nameRule } from '#shared/forms/name-rule.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { message } from '#shared/forms/message.ts';
import { optionalText, required } from '#shared/forms/rules.ts';

export type Certificate = Answer<'PUT /vid/api/users/certificate'>;

/** Date fields send this format; a browser without date fields sends any text. */
const dayShape = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u;
const day = message('profile.certificate.day');

export const certificateSchema = v.pipe(
  v.object({
    number: nameRule(),
    province: v.pipe(v.string(), v.nonEmpty(message('account.province.required'))),
    issuedOn: v.pipe(required(), v.regex(dayShape, day)),
    expiresOn: v.pipe(
      v.string(),
      v.check((text) => text === '' || dayShape.test(text), day),
    ),
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

/** Returns the body of a request, with an empty field as null. */
export function bodyOf(
  checked: v.InferOutput<typeof certificateSchema>,
): Body<'PUT /vid/api/users/certificate'> {
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
