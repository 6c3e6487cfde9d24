import { Type, type Static } from 'typebox';
import { named } from '../../named.ts';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { avatarLimits } from '../../limits.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closed, IsoTime, nullable } from '../shapes.ts';

const tag = 'parameters';

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength, examples: ['Hội Bất động sản'] });
const InBoth = (maxLength: number) => Type.Object({ vi: Line(maxLength), en: Line(maxLength) }, closed);
const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#0b5d51'] });
const Colours = named('BrandColours', Type.Object({ brand: Colour, hover: Colour }, closed));
const ImageAddress = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'An https address, or a path on this origin.',
  examples: ['https://cdn.example.vn/logo.png'],
});

const Brand = named(
  'Brand',
  Type.Object(
    {
      name: InBoth(120),
      shortName: InBoth(40),
      logo: nullable(ImageAddress),
      colours: nullable(Type.Object({ light: Colours, dark: Colours }, closed)),
    },
    closed,
  ),
);
const Contact = named(
  'Contact',
  Type.Object(
    {
      phone: nullable(Type.String({ maxLength: 40, examples: ['+842438223344'] })),
      email: nullable(
        Type.String({
          maxLength: 254,
          examples: ['hotro@example.vn'],
        }),
      ),
      address: nullable(InBoth(200)),
    },
    closed,
  ),
);
const Slides = Type.Array(
  Type.Object({ title: InBoth(80), text: InBoth(240), image: nullable(ImageAddress) }, closed),
  { minItems: 1, maxItems: 6 },
);
const disabled = 'Members cannot choose it any more. Those who have it keep it.';
const Provinces = Type.Array(
  Type.Object(
    {
      code: Type.String({ minLength: 1, maxLength: 16, examples: ['01'] }),
      name: InBoth(80),
      isDisabled: Type.Boolean({ description: disabled }),
    },
    closed,
  ),
  { minItems: 1, maxItems: 100 },
);
const Objects = Type.Array(
  Type.Object(
    {
      code: Type.String({ minLength: 1, maxLength: 16, examples: ['broker'] }),
      name: InBoth(80),
      isDisabled: Type.Boolean({ description: disabled }),
    },
    closed,
  ),
  { minItems: 1, maxItems: 10 },
);

/** The value of each section of the parameters. A section is saved as a whole. */
export const paramSchemas = {
  brand: Brand,
  contact: Contact,
  slides: Slides,
  provinces: Provinces,
  objects: Objects,
} as const;
export type ParamName = keyof typeof paramSchemas;
export type ParamValues = { [K in ParamName]: Static<(typeof paramSchemas)[K]> };
export const paramNames = [
  'brand',
  'contact',
  'slides',
  'provinces',
  'objects',
] as const satisfies readonly ParamName[];

export function isParamName(name: string): name is ParamName {
  return Object.hasOwn(paramSchemas, name);
}

/** One less than the largest `integer` of PostgreSQL, because the next version is one more. */
const maxVersion = 2_147_483_646;
const Version = Type.Integer({
  minimum: 0,
  maximum: maxVersion,
  description: 'The number of changes so far. 0: never changed.',
  examples: [0],
});
const state = {
  version: Version,
  changedAt: nullable(IsoTime),
  changedBy: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }), {
    description: 'Null if it was never changed, or the administrator has no name or no account any more.',
  }),
};
const Value = named('ParamValue', Type.Union([Brand, Contact, Slides, Provinces, Objects]));
const ParamPath = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 32,
      description: paramNames.join(', '),
      examples: ['brand'],
    }),
  },
  closed,
);
const changeErrors = [
  ...adminErrors,
  'REAUTHENTICATION_REQUIRED',
  'NOT_FOUND',
  'PARAMS_CHANGED',
  'CONTRAST_TOO_LOW',
] as const;

export const adminParamEndpoints = defineEndpoints({
  'GET /vid/api/admin/params': {
    id: 'listParams',
    summary: 'Get the parameters of the association that administrators change',
    tag,
    access: 'admin',
    data: Type.Object({
      brand: Type.Object({ value: Brand, ...state }),
      contact: Type.Object({ value: Contact, ...state }),
      slides: Type.Object({ value: Slides, ...state }),
      provinces: Type.Object({ value: Provinces, ...state }),
      objects: Type.Object({ value: Objects, ...state }),
    }),
    errors: adminErrors,
  },
  'PUT /vid/api/admin/params/:name': {
    id: 'changeParam',
    summary: 'Change a section of the parameters, unless it has changed since the given version',
    tag,
    access: 'admin',
    confirm: true,
    params: ParamPath,
    body: Type.Object({ version: Version, value: Value }, closed),
    data: Type.Object({ version: Version }),
    errors: changeErrors,
  },
  'POST /vid/api/admin/params/:name/restore': {
    id: 'restoreParam',
    summary: 'Restore an earlier version of a section of the parameters, as a new version',
    tag,
    access: 'admin',
    confirm: true,
    params: ParamPath,
    body: Type.Object(
      {
        version: Version,
        to: Type.Integer({
          minimum: 0,
          maximum: maxVersion,
          description: 'The version to restore. 0: what the first change replaced.',
          examples: [0],
        }),
      },
      closed,
    ),
    data: Type.Object({ version: Version }),
    errors: changeErrors,
  },
  'GET /vid/api/admin/params/:name/history': {
    id: 'listParamChanges',
    summary: 'List the changes of a section of the parameters, newest first',
    tag,
    access: 'admin',
    params: ParamPath,
    query: Type.Object(pageQuery),
    data: Type.Object({
      ...pageOf(
        Type.Object({
          version: Version,
          at: IsoTime,
          by: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] })),
          before: Type.Unknown({ description: 'The value of the section; null for the built-in one.' }),
          after: Type.Unknown({ description: 'As `before`.' }),
        }),
      ).properties,
      builtIn: Value,
    }),
    errors: [...adminErrors, 'NOT_FOUND'],
  },
  'POST /vid/api/admin/params/images': {
    id: 'uploadParamImage',
    summary: 'Store an image for the parameters; it is fitted into 256 px and stored as WebP',
    tag,
    access: 'admin',
    confirm: true,
    file: { types: avatarLimits.types, maxBytes: avatarLimits.maxBytes },
    data: Type.Object({ url: Type.String({ examples: ['/vid/api/brand/img_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }) }),
    errors: [...adminErrors, 'REAUTHENTICATION_REQUIRED', 'AVATAR_INVALID', 'BUSY'],
  },
});
