import { Type } from 'typebox';
import { namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { requiredChecks } from '../../checks.ts';
import { countedPageOf } from '../../page.ts';
import { AccountId, checksOf, closedObject, IsoTime, nullable } from '../shapes.ts';
import { BrokerCertificate } from '../member/certificate.ts';
import { Author } from './accounts/account-support-fields.ts';
import { Reason } from './accounts/accounts.ts';
import { queueQuery } from './enterprises.ts';

const Item = namedObject('CertificateItem', {
  id: AccountId,
  name: nullable(Type.String({ description: 'Of the broker.', examples: ['Nguyễn Thị Minh Anh'] })),
  ...Type.Pick(BrokerCertificate, ['number', 'province', 'issuedOn', 'expiresOn', 'status']).properties,
  employerName: nullable(Type.String({ examples: ['Công ty Cổ phần Địa ốc Minh Anh'] })),
  declaredAt: IsoTime,
  checkedAt: nullable(IsoTime),
});

const DeclaredAt = Type.String({
  format: 'date-time',
  description: 'When the certificate on the page was declared.',
  examples: ['2026-11-21T02:00:00.000Z'],
});

const CheckedAt = nullable(
  Type.String({
    format: 'date-time',
    description: 'The `checkedAt` of the certificate on the page: the time of the last decision.',
    examples: ['2026-11-22T02:00:00.000Z'],
  }),
);

export const adminCertificateEndpoints = defineEndpoints('admin', 'certificates', {
  // Use POST, because a search can be a name or a phone number, which must not appear in a URL.
  'POST /vid/api/admin/certificates/search': {
    id: 'searchCertificates',
    listsMembers: true,
    summary: 'List the certificates to check, longest wait first, or those with another status',
    body: closedObject({
      status: Type.Optional(
        Type.Enum(['declared', 'confirmed', 'expired', 'refused'], {
          default: 'declared',
        }),
      ),
      ...queueQuery,
    }),
    data: countedPageOf(Item),
  },
  'GET /vid/api/admin/certificates/:accountId': {
    id: 'getCertificate',
    summary: 'Get a broker’s certificate, what to check, and the association’s findings',
    data: Type.Object({
      ...Item.properties,
      employer: BrokerCertificate.properties.employer,
      employerId: nullable(AccountId),
      phone: nullable(Type.String({ examples: ['+84912345678'] })),
      isOwn: Type.Boolean({
        description: 'Whether it belongs to the calling administrator, who may not decide on it.',
      }),
      reason: nullable(Type.String({ description: 'Why it was declined.' })),
      checkedBy: Author,
      sameNumber: Type.Array(
        Type.Object({ id: AccountId, name: nullable(Type.String({ examples: ['Trần Quốc Bảo'] })) }),
        { description: 'At most 10 other brokers who declare the same number in the same province.' },
      ),
    }),
  },
  'POST /vid/api/admin/certificates/:accountId/confirm': {
    id: 'confirmCertificate',
    limit: { perHour: 1_200, rows: 0 },
    summary: 'Confirm a broker’s certificate, as it was shown',
    confirm: true,
    body: closedObject({
      declaredAt: DeclaredAt,
      checkedAt: CheckedAt,
      checks: checksOf(requiredChecks['certificate.confirmed']),
    }),
    errors: ['OWN_ACCOUNT', 'RECORD_CHANGED'],
  },
  'POST /vid/api/admin/certificates/:accountId/refuse': {
    id: 'refuseCertificate',
    limit: { perHour: 1_200, rows: 0 },
    summary: 'Decline a broker’s certificate, or withdraw its confirmation; the member can read the reason',
    confirm: true,
    body: closedObject({ declaredAt: DeclaredAt, checkedAt: CheckedAt, reason: Reason }),
    errors: ['OWN_ACCOUNT', 'RECORD_CHANGED'],
  },
});
