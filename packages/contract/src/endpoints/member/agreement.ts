import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { legalDocuments } from '../../legal/legal-text.ts';
import { LegalDocumentName, LegalVersion, LegalVersionNumber } from '../operations/legal.ts';
import { closed, Done } from '../shapes.ts';

export const agreementEndpoints = defineEndpoints({
  'GET /vid/api/agreement': {
    id: 'listPendingAgreements',
    summary: 'List the documents that the account has not agreed to in their newest version',
    tag: 'session',
    access: 'member',
    data: Type.Object({
      isFirst: Type.Boolean({
        description: 'Whether the account has never agreed, because an administrator created it.',
      }),
      documents: Type.Array(LegalVersion),
    }),
    errors: sessionErrors,
  },
  'POST /vid/api/agreement': {
    id: 'acceptAgreements',
    summary: 'Agree to the documents that `GET` lists; succeeds when there are none',
    tag: 'session',
    access: 'member',
    body: Type.Object(
      {
        language: Type.Union([Type.Literal('vi'), Type.Literal('en')]),
        documents: Type.Array(
          Type.Object({ document: LegalDocumentName, version: LegalVersionNumber }, closed),
          { maxItems: legalDocuments.length },
        ),
      },
      closed,
    ),
    data: Done,
    errors: [...sessionErrors, 'PAGE_OUTDATED'],
  },
});
