import { Type } from 'typebox';
import { named, namedEnum, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { legalDocuments } from '../../legal/legal-text.ts';
import { closedObject, IsoTime } from '../shapes.ts';

const legalLimits = { title: 120, lead: 600, body: 60_000 } as const;

const LegalSource = named(
  'LegalSource',
  closedObject({
    title: Type.String({ minLength: 1, maxLength: legalLimits.title, examples: ['Điều khoản sử dụng'] }),
    lead: Type.String({
      minLength: 1,
      maxLength: legalLimits.lead,
      examples: ['Các điều khoản này áp dụng cho tài khoản VID của bạn.'],
    }),
    body: Type.String({
      minLength: 1,
      maxLength: legalLimits.body,
      description:
        'Plain text. A line that begins with `## ` is the title of a section, an empty line ends a paragraph, and a paragraph whose lines all begin with `- ` is a list.',
      examples: ['## 1. Tài khoản\n\nMỗi số điện thoại chỉ được đăng ký một tài khoản.'],
    }),
  }),
);
export const LegalSources = named('LegalSources', closedObject({ vi: LegalSource, en: LegalSource }));

export const LegalDocumentName = namedEnum('LegalDocumentName', [...legalDocuments]);
export const LegalVersionNumber = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: '1 is the built-in text.',
  examples: [2],
});

export const LegalVersion = namedObject('LegalVersion', {
  document: LegalDocumentName,
  version: LegalVersionNumber,
  publishedAt: IsoTime,
  texts: LegalSources,
});

export const legalEndpoints = defineEndpoints('public', 'legal', {
  'GET /vid/api/legal/:document': {
    id: 'getLegalDocument',
    summary: 'Get the current or an earlier version of the terms of use or the privacy policy',
    query: closedObject({ version: Type.Optional(LegalVersionNumber) }),
    data: LegalVersion,
    errors: ['NOT_FOUND'],
  },
});
