import { Type } from 'typebox';
import { arrayOf, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { nullable, RegisterUrl } from '../shapes.ts';

const LocalisedText = namedObject('LocalisedText', { vi: Type.String(), en: Type.String() });
const Disabled = Type.Optional(Type.Boolean({ description: 'Whether it can no longer be chosen.' }));
const ThemeColours = namedObject('ThemeColours', {
  brand: Type.String({ examples: ['#0b5d51'] }),
  hover: Type.String({ examples: ['#084a41'] }),
});

export const AppParams = namedObject('AppParams', {
  categories: Type.Object({
    provinces: arrayOf({
      code: Type.String({ examples: ['01'] }),
      name: LocalisedText,
      isDisabled: Disabled,
      registerUrl: RegisterUrl,
    }),
    objects: arrayOf({
      code: Type.String({ examples: ['broker'] }),
      name: LocalisedText,
      isDisabled: Disabled,
    }),
  }),
  configurations: Type.Object({
    associationName: LocalisedText,
    associationShortName: LocalisedText,
    colours: nullable(Type.Object({ light: ThemeColours, dark: ThemeColours }), {
      description: 'The colours of buttons and links. Null for the built-in ones.',
    }),
    supportAddress: nullable(LocalisedText),
    supportPhone: nullable(Type.String({ examples: ['+842438223344'] })),
    supportEmail: nullable(Type.String({ examples: ['hotro@example.vn'] })),
    termsVersion: Type.String({
      description:
        'The versions of the terms of use and the privacy policy: `3.2` is version 3 and version 2. A date while both are built in.',
      examples: ['2026-01-01'],
    }),
    strictPrivacy: Type.Boolean({
      description:
        'When true, the phone check reports every phone as available; only the SMS shows whether an account exists.',
    }),
    slides: Type.Array(Type.Object({ title: LocalisedText, text: LocalisedText })),
  }),
  imageUrls: Type.Object({ logo: nullable(Type.String()), slides: Type.Array(Type.String()) }),
});

export const appParamsEndpoints = defineEndpoints('public', 'parameters', {
  'GET /vid/gateway/app/params': {
    id: 'getAppParams',
    summary: 'Get the application parameters: categories, configuration, image addresses',
    data: AppParams,
  },
  'GET /vid/api/auth/client/config': {
    id: 'getClientConfig',
    summary: 'Get what a browser client needs before its first gateway call',
    access: 'visitor',
    query: Type.Object({
      type: Type.Optional(Type.String({ maxLength: 32 })),
      clientId: Type.Optional(Type.String({ maxLength: 64, examples: ['vid-web'] })),
    }),
    data: Type.Object({
      clientId: Type.String({ examples: ['vid-web'] }),
      clientTokenKey: Type.String({
        description: 'The AES-256-CBC key of the client token: 32 bytes in base64.',
        examples: ['q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80='],
      }),
      serverTime: Type.Integer({
        description: 'Milliseconds since 1970, for clients with a wrong clock.',
        examples: [1_795_227_435_353],
      }),
      captchaKinds: Type.Array(Type.Union([Type.Literal('image'), Type.Literal('proof-of-work')])),
      social: Type.Object({
        facebook: nullable(
          Type.Object({
            appId: Type.String(),
            sdkUrl: Type.String({ description: 'The JavaScript SDK.' }),
            version: Type.String({ description: 'The version of the Graph API.', examples: ['v26.0'] }),
          }),
        ),
        google: nullable(Type.Object({ clientId: Type.String() })),
        zalo: nullable(Type.Object({ appId: Type.String() })),
      }),
    }),
    errors: ['NOT_FOUND'],
  },
});
