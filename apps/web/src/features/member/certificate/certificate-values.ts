import * as v from 'valibot';
import { nameRule } from '#shared/forms/name-rule.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { message } from '#shared/forms/message.ts';
import { optionalText } from '#shared/forms/rules.ts';
import { optionalDay, requiredDay } from '#shared/forms/day.ts';

export type Certificate = Answer<'PUT /vid/api/users/certificate'>;

export const certificateSchema = v.pipe(
  v.object({
    number: nameRule(),
    province: v.pipe(v.string(), v.nonEmpty(message('account.province.required'))),
    issuedOn: requiredDay(),
    expiresOn: optionalDay(),
    employer: optionalText(200),
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
  };
}
