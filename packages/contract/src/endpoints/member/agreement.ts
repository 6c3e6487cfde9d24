import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { legalDocuments } from '../../legal/legal-text.ts';
import { closedObject } from '../shapes.ts';
import { LegalDocumentName, LegalVersion, LegalVersionNumber } from '../operations/legal.ts';

export const agreementEndpoints = defineEndpoints('member', 'session', {
  'GET /vid/api/agreement': {
    id: 'listPendingAgreements',
    summary: 'List the documents that the account has not agreed to in their newest version',
    data: Type.Object({
      isFirst: Type.Boolean({
        description: 'Whether the account has never agreed, because an administrator created it.',
      }),
      documents: Type.Array(LegalVersion),
    }),
  },
  'POST /vid/api/agreement': {
    id: 'acceptAgreements',
    limit: { perHour: 30, rows: 'kept' },
    summary: 'Agree to the documents that `GET` lists; succeeds when there are none',
    body: closedObject({
      language: Type.Union([Type.Literal('vi'), Type.Literal('en')]),
      documents: Type.Array(closedObject({ document: LegalDocumentName, version: LegalVersionNumber }), {
        maxItems: legalDocuments.length,
      }),
    }),
    errors: ['PAGE_OUTDATED'],
  },
});
