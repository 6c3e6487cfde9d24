import { Type } from 'typebox';
import { named } from '../../named.ts';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { LegalPath, LegalSources, LegalVersion, LegalVersionNumber } from '../operations/legal.ts';
import { closed, IsoTime, nullable } from '../shapes.ts';

const tag = 'legal';
const Hash = Type.String({
  description: 'SHA-256 of the text, hexadecimal, as in the consents.',
  examples: ['8b1a0bf81481c541ce9c9a71c6f84682c264d109905bafb483ac5e602b9fe7ec'],
});

const Published = named(
  'PublishedLegalVersion',
  Type.Object({
    version: LegalVersionNumber,
    publishedAt: IsoTime,
    publishedBy: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }), {
      description:
        'Null for the built-in version, or if the administrator has no name or no account any more.',
    }),
    requiresAgreement: Type.Boolean({
      description: 'Members agree to it at their next sign-in. False for a small correction.',
    }),
    hashes: Type.Object({ vi: Hash, en: Hash }),
  }),
);

export const adminLegalEndpoints = defineEndpoints({
  'GET /vid/api/admin/legal': {
    id: 'listLegalDocuments',
    summary: 'Get the current versions of the terms of use and the privacy policy',
    tag,
    access: 'admin',
    data: Type.Object({ terms: LegalVersion, privacy: LegalVersion }),
    errors: adminErrors,
  },
  'POST /vid/api/admin/legal/:document': {
    id: 'publishLegalDocument',
    summary: 'Publish a new version of a document, unless the given one is no longer the current one',
    tag,
    access: 'admin',
    confirm: true,
    params: LegalPath,
    bodyBytes: 512 * 1024,
    body: Type.Object(
      { replaces: LegalVersionNumber, texts: LegalSources, requiresAgreement: Type.Boolean() },
      closed,
    ),
    data: Type.Object({ version: LegalVersionNumber }),
    errors: [...adminErrors, 'REAUTHENTICATION_REQUIRED', 'NOT_FOUND', 'PARAMS_CHANGED'],
  },
  'GET /vid/api/admin/legal/:document/history': {
    id: 'listLegalVersions',
    summary: 'List the versions of a document, newest first',
    tag,
    access: 'admin',
    params: LegalPath,
    query: Type.Object(pageQuery),
    data: pageOf(Published),
    errors: [...adminErrors, 'NOT_FOUND'],
  },
});
