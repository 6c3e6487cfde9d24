import { Type, type Static, type TSchema } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { avatarLimits } from '../../limits.ts';
import { textLimits } from '../../messages/message-texts.policy.ts';
import { pageOf, pageQuery } from '../../page.ts';
import {
  AccountName,
  closedObject,
  IsoTime,
  maxVersion,
  nullable,
  type paramNames,
  RegisterUrl,
} from '../shapes.ts';

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength, examples: ['Hội Bất động sản'] });
const InBoth = (maxLength: number) => closedObject({ vi: Line(maxLength), en: Line(maxLength) });
const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#0b5d51'] });
const Colours = named('BrandColours', closedObject({ brand: Colour, hover: Colour }));
const ImageAddress = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'An https address, or a path on this origin.',
  examples: ['https://cdn.example.vn/logo.png'],
});

const Brand = named(
  'Brand',
  closedObject({
    name: InBoth(120),
    shortName: InBoth(40),
    logo: nullable(ImageAddress),
    colours: nullable(closedObject({ light: Colours, dark: Colours })),
  }),
);
const Contact = named(
  'Contact',
  closedObject({
    phone: nullable(Type.String({ maxLength: 40, examples: ['+842438223344'] })),
    email: nullable(Type.String({ maxLength: 254, examples: ['hotro@example.vn'] })),
    address: nullable(InBoth(200)),
  }),
);
const Slides = Type.Array(
  closedObject({ title: InBoth(80), text: InBoth(240), image: nullable(ImageAddress) }),
  { minItems: 1, maxItems: 6 },
);
const disabled = 'Members cannot choose it any more. Those who have it keep it.';
const Provinces = Type.Array(
  closedObject({
    code: Type.String({ minLength: 1, maxLength: 16, examples: ['01'] }),
    name: InBoth(80),
    isDisabled: Type.Boolean({ description: disabled }),
    registerUrl: RegisterUrl,
  }),
  { minItems: 1, maxItems: 100 },
);
const Objects = Type.Array(
  closedObject({
    code: Type.String({ minLength: 1, maxLength: 16, examples: ['broker'] }),
    name: InBoth(80),
    isDisabled: Type.Boolean({ description: disabled }),
  }),
  { minItems: 1, maxItems: 10 },
);

const Messages = named(
  'MessageTexts',
  Type.Array(
    closedObject({
      code: Type.String({
        maxLength: 64,
        description: 'The text, and for an SMS also a carrier, such as `code.any@viettel`.',
        examples: ['code.any'],
      }),
      vi: Type.String({
        maxLength: textLimits.mail,
        description: 'Empty if it is not changed.',
        examples: [''],
      }),
      en: Type.String({ maxLength: textLimits.mail, description: 'As `vi`.', examples: [''] }),
    }),
    { maxItems: 1_000, description: 'The texts of SMS and mail that administrators have changed.' },
  ),
);
const Zns = named(
  'ZnsTemplate',
  closedObject({
    template: nullable(Type.String({ pattern: '^[0-9]{1,20}$', examples: ['412345'] }), {
      description: 'Null for the template of the server’s settings.',
    }),
    parameters: Type.Array(
      closedObject({
        name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$', examples: ['otp'] }),
        value: InBoth(100),
      }),
      { maxItems: 10 },
    ),
  }),
);

/** Schemas of the application parameters by section. A section is saved as a whole. */
export const paramSchemas = {
  brand: Brand,
  contact: Contact,
  slides: Slides,
  provinces: Provinces,
  objects: Objects,
  messages: Messages,
  zns: Zns,
} as const satisfies Record<(typeof paramNames)[number], TSchema>;
export type ParamName = keyof typeof paramSchemas;
export type ParamValues = { [K in ParamName]: Static<(typeof paramSchemas)[K]> };

export function isParamName(name: string): name is ParamName {
  return Object.hasOwn(paramSchemas, name);
}

const Version = Type.Integer({
  minimum: 0,
  maximum: maxVersion,
  description: 'The number of changes so far; 0 if never changed.',
  examples: [0],
});
const state = {
  version: Version,
  changedAt: nullable(IsoTime),
  changedBy: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }), {
    description:
      'Null if it was never changed, or if the administrator has no name or their account was erased.',
  }),
};
const Value = named('ParamValue', Type.Union([Brand, Contact, Slides, Provinces, Objects, Messages, Zns]));

export const adminParamEndpoints = defineEndpoints('admin', 'parameters', {
  'GET /vid/api/admin/params': {
    id: 'listParams',
    summary: 'Get the association’s parameters that administrators can change, with the built-in ones',
    data: Type.Object({
      brand: Type.Object({ value: Brand, builtIn: Brand, ...state }),
      contact: Type.Object({ value: Contact, builtIn: Contact, ...state }),
      slides: Type.Object({ value: Slides, builtIn: Slides, ...state }),
      provinces: Type.Object({ value: Provinces, builtIn: Provinces, ...state }),
      objects: Type.Object({ value: Objects, builtIn: Objects, ...state }),
      messages: Type.Object({ value: Messages, builtIn: Messages, ...state }),
      zns: Type.Object({ value: Zns, builtIn: Zns, ...state }),
    }),
  },
  'PUT /vid/api/admin/params/:name': {
    id: 'changeParam',
    limit: { perHour: 300, rows: 'kept' },
    summary: 'Change a section of the parameters, unless it has changed since the given version',
    confirm: true,
    body: closedObject({ version: Version, value: Value }),
    data: Type.Object({ version: Version }),
    errors: ['PARAMS_CHANGED', 'CONTRAST_TOO_LOW'],
  },
  'POST /vid/api/admin/params/:name/restore': {
    id: 'restoreParam',
    limit: { perHour: 300, rows: 'kept' },
    summary: 'Restore an earlier version of a section of the parameters, as a new version',
    confirm: true,
    body: closedObject({
      version: Version,
      to: Type.Integer({
        minimum: 0,
        maximum: maxVersion,
        description: 'The version to restore; 0 is what the first change replaced.',
        examples: [0],
      }),
    }),
    data: Type.Object({ version: Version }),
    errors: ['PARAMS_CHANGED', 'CONTRAST_TOO_LOW'],
  },
  'GET /vid/api/admin/params/:name/history': {
    id: 'listParamChanges',
    summary: 'List the changes of a section of the parameters, newest first',
    query: Type.Object(pageQuery),
    data: Type.Object({
      ...pageOf(
        Type.Object({
          version: Version,
          at: IsoTime,
          by: AccountName,
          before: Type.Unknown({ description: 'The value of the section; null for the built-in one.' }),
          after: Type.Unknown({ description: 'As `before`.' }),
        }),
      ).properties,
      builtIn: Value,
    }),
  },
  'POST /vid/api/admin/params/images': {
    id: 'uploadParamImage',
    limit: { perHour: 60, rows: 'kept' },
    summary: 'Store an image for the parameters; it is fitted into 256 px and stored as WebP',
    confirm: true,
    file: { types: avatarLimits.types, maxBytes: avatarLimits.maxBytes },
    data: Type.Object({ url: Type.String({ examples: ['/vid/api/brand/img_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }) }),
    errors: ['AVATAR_INVALID', 'BUSY'],
  },
});
