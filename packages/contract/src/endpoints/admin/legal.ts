import { Type } from 'typebox';
import { namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closedObject, IsoTime, nullable } from '../shapes.ts';
import { LegalSources, LegalVersion, LegalVersionNumber } from '../operations/legal.ts';

const Hash = Type.String({
  description: 'SHA-256 of the text, hexadecimal, as in the consents.',
  examples: ['8b1a0bf81481c541ce9c9a71c6f84682c264d109905bafb483ac5e602b9fe7ec'],
});

const Published = namedObject('PublishedLegalVersion', {
  version: LegalVersionNumber,
  publishedAt: IsoTime,
  publishedBy: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }), {
    description: 'Null for the built-in version, or if the administrator has no name or no account any more.',
  }),
  requiresAgreement: Type.Boolean({
    description: 'Members agree to it at their next sign-in. False for a small correction.',
  }),
  hashes: Type.Object({ vi: Hash, en: Hash }),
});

export const adminLegalEndpoints = defineEndpoints('admin', 'legal', {
  'GET /vid/api/admin/legal': {
    id: 'listLegalDocuments',
    summary: 'Get the current versions of the terms of use and the privacy policy',
    data: Type.Object({ terms: LegalVersion, privacy: LegalVersion }),
  },
  'POST /vid/api/admin/legal/:document': {
    id: 'publishLegalDocument',
    limit: { perHour: 60, rows: 'kept' },
    summary: 'Publish a new version of a document, unless the given one is no longer the current one',
    confirm: true,
    bodyBytes: 512 * 1024,
    body: closedObject({
      replaces: LegalVersionNumber,
      texts: LegalSources,
      requiresAgreement: Type.Boolean(),
    }),
    data: Type.Object({ version: LegalVersionNumber }),
    errors: ['PARAMS_CHANGED'],
  },
  'GET /vid/api/admin/legal/:document/history': {
    id: 'listLegalVersions',
    summary: 'List the versions of a document, newest first',
    query: Type.Object(pageQuery),
    data: pageOf(Published),
  },
});
