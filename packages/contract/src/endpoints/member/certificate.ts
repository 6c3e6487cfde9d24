import { Type } from 'typebox';
import { arrayOf, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, NoBody, nullable } from '../shapes.ts';

const Day = Type.String({ format: 'date', examples: ['2026-01-15'] });
const TypedDay = Type.String({ maxLength: 10, examples: ['2026-01-15'] });

export const BrokerCertificate = namedObject('BrokerCertificate', {
  number: Type.String({ examples: ['HN-01234'] }),
  province: Type.String({ description: 'Where it was issued.', examples: ['01'] }),
  issuedOn: Day,
  expiresOn: nullable(Day, { description: 'Null if it does not expire.' }),
  status: Type.Union(
    [Type.Literal('declared'), Type.Literal('confirmed'), Type.Literal('expired'), Type.Literal('refused')],
    { description: 'Declared by the member, confirmed or declined by the association, or expired.' },
  ),
  reason: nullable(Type.String({ examples: ['The number is not in the register of Hà Nội.'] }), {
    description: 'Why the association declined it.',
  }),
  employer: nullable(
    Type.Object({
      name: nullable(Type.String({ examples: ['Công ty Cổ phần Địa ốc Minh Anh'] })),
      taxCode: nullable(Type.String({ examples: ['0101248141'] })),
      verified: Type.Boolean(),
      referralCode: nullable(Type.String({ examples: ['K7M2Q9HTVN'] }), {
        description: 'Null for a business outside the association.',
      }),
    }),
  ),
});

export const certificateEndpoints = defineEndpoints('member', 'profile', {
  'PUT /vid/api/users/certificate': {
    id: 'declareCertificate',
    limit: { perHour: 20, rows: 1 },
    summary: 'Declare a broker’s practising certificate; a changed certificate must be checked again',
    body: closedObject({
      number: Type.String({ maxLength: 400, examples: ['HN-01234'] }),
      province: Type.String({ maxLength: 8, examples: ['01'] }),
      issuedOn: TypedDay,
      expiresOn: nullable(TypedDay),
      employer: nullable(Type.String({ maxLength: 400, examples: ['0101248141'] }), {
        description:
          "An enterprise's referral code, the tax code of a verified enterprise, or the name of a business outside the association.",
      }),
    }),
    data: BrokerCertificate,
    // FORBIDDEN: the account belongs to an enterprise, whose brokers declare their own certificates.
    errors: ['FORBIDDEN'],
  },
  'GET /vid/api/users/employers': {
    id: 'searchEmployers',
    limit: { perHour: 600, rows: 0, note: 'One call for each pause in the typing of a name.' },
    summary: 'Find verified enterprises by the beginning of their tax code or of a word in their name',
    query: closedObject({
      name: Type.Optional(
        Type.String({ maxLength: 100, examples: ['minh anh'], description: 'At least two characters.' }),
      ),
    }),
    data: arrayOf({
      name: Type.String({ examples: ['Công ty Cổ phần Địa ốc Minh Anh'] }),
      taxCode: Type.String({ examples: ['0101248141'] }),
      province: nullable(Type.String({ examples: ['01'] })),
    }),
  },
  'DELETE /vid/api/users/certificate': {
    id: 'removeCertificate',
    limit: { perHour: 30, rows: 0 },
    summary: 'Remove the declared certificate',
    body: NoBody,
  },
});
