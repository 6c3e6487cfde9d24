import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';

const LocalisedText = Type.Object({ vi: Type.String(), en: Type.String() });

export const AppParams = Type.Object({
  categories: Type.Object({
    provinces: Type.Array(Type.Object({ code: Type.String(), name: LocalisedText })),
    objects: Type.Array(Type.Object({ code: Type.String(), name: LocalisedText })),
  }),
  configurations: Type.Object({
    associationName: LocalisedText,
    supportPhone: Type.Union([Type.String(), Type.Null()]),
    supportEmail: Type.Union([Type.String(), Type.Null()]),
    termsVersion: Type.String(),
    strictPrivacy: Type.Boolean({
      description: 'Phone checks tell nothing: only the code that is sent shows whether an account exists.',
    }),
    slides: Type.Array(Type.Object({ title: LocalisedText, text: LocalisedText })),
  }),
  imageUrls: Type.Object({
    logo: Type.Union([Type.String(), Type.Null()]),
    slides: Type.Array(Type.String()),
  }),
});

export const appParamsEndpoints = defineEndpoints({
  'GET /vid/gateway/app/params': {
    summary: 'Application parameters: categories, configurations, image addresses',
    tag: 'app-params',
    access: 'public',
    data: AppParams,
    errors: [],
  },
  'GET /vid/api/auth/client/config': {
    summary: 'What a browser client needs before its first gateway call',
    tag: 'app-params',
    access: 'visitor',
    query: Type.Object({
      type: Type.Optional(Type.String({ maxLength: 32 })),
      clientId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    data: Type.Object({
      clientId: Type.String(),
      clientTokenKey: Type.String({
        description: 'base64 of 32 bytes, the AES-256-CBC key of the client token',
      }),
      serverTime: Type.Integer({
        description: 'Milliseconds since 1970, so that a wrong clock does no harm',
      }),
      captchaKinds: Type.Array(Type.Union([Type.Literal('image'), Type.Literal('proof-of-work')])),
      social: Type.Object({
        facebook: Type.Union([Type.Object({ appId: Type.String() }), Type.Null()]),
        google: Type.Union([Type.Object({ clientId: Type.String() }), Type.Null()]),
      }),
    }),
    errors: ['NOT_FOUND'],
  },
});
