import swagger from '@fastify/swagger';
import { commonErrors, type Access, type Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { NoBody } from '@vid/contract/endpoints/shapes';
import { errorRegistry, type ErrorCode } from '@vid/contract/errors';
import { errorTextsEn } from '@vid/contract/messages/en';
import { errorTextsVi } from '@vid/contract/messages/vi';
import fastify from 'fastify';
import { Type } from 'typebox';
import { routeSchema, splitName } from '#http/routes.ts';
import { openApiWebhooks } from './webhook-reference.ts';

export const title = 'VID account API';
export const version = '0.1.0';

export const introduction = [
  'A successful response is `{"data": …}`. A failure is `{"error", "message", "fields"?, "details"?, "requestId"}` with the matching HTTP status: `message` is one of the codes listed with the endpoint, `error` is a text in the language of `Accept-Language` (vi or en).',
  'Bodies are JSON in UTF-8 of at most 16 kB, except files; unknown fields are refused. State-changing calls need the header `Origin` of this server or `Sec-Fetch-Site: same-origin`; otherwise they return 403 CSRF.',
  'Only 401 with TOKEN_MISSING, TOKEN_INVALID or UNKNOWN_VALIDATING_EXCEPTION means that the session is gone. 503 is temporary: repeat the call after `Retry-After`.',
  'Send `Idempotency-Key` (16 to 64 letters, digits, `_` or `-`, random for each submit) with `otp/request` and `otp/validate`: a repeat with the same key and body gets the outcome of the first call.',
  'Any call may also return 404 NOT_FOUND, 405 METHOD_NOT_ALLOWED, 408 REQUEST_TIMEOUT, 414 URI_TOO_LONG, 421 MISDIRECTED_REQUEST or 431 HEADERS_TOO_LARGE before its handler runs.',
];

export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'vid_sid',
    description: 'The session of a signed-in account. HttpOnly; named `__Host-vid_sid` over https.',
  },
  preSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'vid_pre',
    description:
      'A signed-out browser. Issued by the first call that needs it; captchas, codes and tokens are bound to it.',
  },
  management: {
    type: 'oauth2',
    description:
      'A token of a machine client (RFC 6749 section 4.4), sent as `Authorization: Bearer` or, if it is bound to a key, `DPoP` (RFC 9449). See docs/manage.md.',
    flows: {
      clientCredentials: {
        tokenUrl: '/vid/oidc/token',
        scopes: {
          'vid:applications:read': 'Read the client’s own application.',
          'vid:applications:write': 'Change the client’s own application.',
          'vid:accounts:read': 'Read the accounts of the association.',
          'vid:accounts:write': 'Lock and unlock accounts and end their sessions.',
        },
      },
    },
  },
  clientToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Client-Token',
    description:
      '`m:` + base64(IV ‖ AES-256-CBC of JSON `{id, clientId, timestamp, userAgent}`) with the key of GET /vid/api/auth/client/config. A filter against noise, not authentication.',
  },
} as const;

const security: Readonly<Record<Access, Record<string, string[]>[]>> = {
  public: [],
  visitor: [{ preSession: [] }],
  gateway: [{ preSession: [], clientToken: [] }],
  member: [{ session: [] }],
  manager: [{ session: [] }],
  admin: [{ session: [] }],
  machine: [],
};

/** The OpenAPI 3.1 document of the account API, generated from the route schemas and the contract's error lists. */
export async function buildOpenApi() {
  const app = fastify();
  // The document only needs the routes' schemas, so nothing is validated or serialised here.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description: introduction.join('\n\n') },
      servers: [{ url: '/' }],
      tags: tagNames().map((name) => ({ name })),
      components: { schemas: { Error: errorSchema }, securitySchemes },
    },
  });
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method, url] = splitName(name);
    const { body, response, ...schema } = routeSchema(endpoint);
    app.route({
      method,
      url,
      schema: {
        ...schema,
        ...(body === undefined || body === NoBody ? {} : { body }),
        ...(endpoint.file ? { body: fileBody(endpoint.file.types) } : {}),
        operationId: operationIdOf(name),
        security: endpoint.scope ? [{ management: [endpoint.scope] }] : security[endpoint.access],
        response: {
          200: { ...response[200], 'x-response-description': 'Done.' },
          ...failuresOf(codesOf(method, endpoint)),
        },
        'x-vid-access': endpoint.access,
        'x-vid-errors': endpoint.errors,
      },
      handler: () => undefined,
    });
  }
  await app.ready();
  return { ...app.swagger(), webhooks: openApiWebhooks };
}

function fileBody(types: readonly string[]) {
  const schema = { type: 'string', format: 'binary' };
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

export function tagNames(): string[] {
  return [...new Set(Object.values<Endpoint>(endpoints).map(({ tag }) => tag))];
}

/** `GET /vid/api/sessions/:sessionId` becomes `getApiSessionsSessionId`. */
export function operationIdOf(name: string): string {
  const [method, url] = splitName(name);
  const words = url.replace('/vid', '').split(/[/:_-]+/u);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** The error codes a call can return. A call without a body, for example, cannot return PAYLOAD_TOO_LARGE. */
function codesOf(method: string, endpoint: Endpoint): readonly ErrorCode[] {
  const isPossible: Partial<Record<ErrorCode, boolean>> = {
    CSRF: method !== 'GET' && endpoint.access !== 'machine',
    PAYLOAD_TOO_LARGE: endpoint.body !== undefined || endpoint.file !== undefined,
    UNSUPPORTED_MEDIA_TYPE: endpoint.body !== undefined || endpoint.file !== undefined,
    VALIDATION_FAILED: Boolean(endpoint.body ?? endpoint.query ?? endpoint.params),
  };
  const common = commonErrors.filter((code) => isPossible[code] ?? true);
  const forbidden: readonly ErrorCode[] = endpoint.access === 'admin' ? ['FORBIDDEN'] : [];
  return [...new Set<ErrorCode>([...endpoint.errors, ...forbidden, ...common])];
}

/** One response per status, with its codes and their texts. */
function failuresOf(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => errorRegistry[code].status);
  const responses = [...byStatus].map(([status, list]) => [
    status,
    {
      'x-response-description': list.map((code) => `${code}: ${errorTextsEn[code]}`).join('\n'),
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { type: 'object', properties: { message: { enum: list } } },
      ],
      'x-examples': Object.fromEntries(
        list.flatMap((code) => [
          [code, { value: exampleFailure(code, errorTextsEn[code]) }],
          [`${code}.vi`, { value: exampleFailure(code, errorTextsVi[code]) }],
        ]),
      ),
    },
  ]);
  return Object.fromEntries(responses);
}

function exampleFailure(code: ErrorCode, text: string) {
  return { error: text, message: code, requestId: 'e7c87a21a6e644b0a969892435b286d5' };
}

const errorSchema = Type.Object({
  error: Type.String({ description: 'For people, in the language of Accept-Language.' }),
  message: Type.Enum(Object.keys(errorRegistry), { description: 'For programs; stable.' }),
  fields: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'The refused fields, each with a text for people.',
    }),
  ),
  details: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Number(), Type.Boolean(), Type.String()]), {
      description: 'Values a client may show, such as attemptsLeft or retryAfterSeconds.',
    }),
  ),
  requestId: Type.String({ description: 'Also in the header X-Request-Id and in the log.' }),
});
