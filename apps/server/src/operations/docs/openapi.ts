import { STATUS_CODES } from 'node:http';
import { commonErrors, type Access, type Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { NoBody } from '@vid/contract/endpoints/shapes';
import { errorRegistry, type ErrorCode } from '@vid/contract/errors';
import { named } from '@vid/contract/named';
import { tags, type Tag } from '@vid/contract/tags';
import { Type, type TSchema } from 'typebox';
import { eventStreamType } from '#http/event-stream.ts';
import { splitName } from '#http/routes/routes.ts';
import { Components } from './components.ts';
import type { ApiDocument } from './documents.ts';
import { asSchema, toJsonSchema, type JsonSchema } from './json-schema.ts';
import { openApiWebhooks } from './webhook-reference.ts';

export const version = '0.1.0';

export const introduction = [
  'A successful response is `{"data": …}`. A failure is `{"error", "message", "fields"?, "details"?, "requestId"}` with the matching HTTP status: `message` is one of the codes listed with the endpoint or a common code, `error` is a text in the language of `Accept-Language` (vi or en).',
  'Bodies are JSON in UTF-8 of at most 16 kB, except files; unknown fields are rejected. State-changing calls with a cookie need the header `Origin` of this server or `Sec-Fetch-Site: same-origin`; otherwise they return 403 CSRF.',
  'Only 401 with TOKEN_MISSING, TOKEN_INVALID or UNKNOWN_VALIDATING_EXCEPTION means that the session has ended. 503 is temporary: repeat the call after `Retry-After`.',
  'Send `Idempotency-Key` (16 to 64 letters, digits, `_` or `-`, random for each submit) with `otp/request` and `otp/validate`: a repeat with the same key and body gets the outcome of the first call.',
  `Common codes, which any call may return: ${commonErrors.join(', ')}.`,
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

export function endpointsOf(document: ApiDocument): readonly (readonly [string, Endpoint])[] {
  return Object.entries<Endpoint>(endpoints).filter(([, { access }]) => document.access.includes(access));
}

export function buildOpenApi(document: ApiDocument) {
  const components = new Components();
  const responses: Record<string, JsonSchema> = {
    ApiError: errorResponse(components, `Any other failure: ${commonErrors.join(', ')}.`),
  };
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, endpoint] of endpointsOf(document)) {
    const [method, url] = splitName(name);
    const path = (paths[url.replaceAll(/:(\w+)/gu, '{$1}')] ??= {});
    path[method.toLowerCase()] = operationOf(endpoint, components, responses);
  }
  const { title, purpose } = document;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: [purpose, ...introduction].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    tags: tagsOf(document).map((name) => ({ name, description: tags[name] })),
    paths,
    ...(document.hasWebhooks ? { webhooks: openApiWebhooks(components) } : {}),
    components: {
      schemas: components.schemas,
      responses,
      securitySchemes: schemesOf(document),
    },
  };
}

function operationOf(
  endpoint: Endpoint,
  components: Components,
  responses: Record<string, JsonSchema>,
): JsonSchema {
  const { id, summary, tag, access, errors } = endpoint;
  const label = id.charAt(0).toUpperCase() + id.slice(1);
  const parameters = [
    ...parametersOf('path', endpoint.params, components),
    ...parametersOf('query', endpoint.query, components),
  ];
  const [name, response] = responseOf(endpoint, label, components);
  responses[name] = response;
  return toJsonSchema({
    operationId: id,
    summary,
    tags: [tag],
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(endpoint, `${label}Body`, components),
    responses: {
      200: { $ref: `#/components/responses/${name}` },
      ...failuresOf(errors, components, responses),
      default: { $ref: '#/components/responses/ApiError' },
    },
    'x-vid-access': access,
  });
}

function securityOf({ access, scope }: Endpoint): Readonly<Record<string, readonly string[]>>[] {
  return scope ? [{ management: [scope] }] : security[access];
}

function schemesOf(document: ApiDocument) {
  const names = new Set(
    endpointsOf(document).flatMap(([, endpoint]) => securityOf(endpoint).flatMap(Object.keys)),
  );
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => names.has(name)));
}

/**
 * Describes the error responses with their codes. Every operation has 429, because any call may exceed a rate
 * limit; `default` covers the other common codes.
 */
function failuresOf(
  errors: readonly ErrorCode[],
  components: Components,
  responses: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
  const codes = [...new Set<ErrorCode>([...errors, 'RATE_LIMITED'])];
  const byStatus = Object.groupBy(codes, (code) => errorRegistry[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, own]) => {
      const phrase = STATUS_CODES[status] ?? status;
      const name = phrase.replaceAll(' ', '');
      responses[name] ??= errorResponse(components, `${phrase}.`);
      return [status, { $ref: `#/components/responses/${name}`, description: own.join(', ') }];
    }),
  );
}

function errorResponse(components: Components, description: string): JsonSchema {
  return { description, content: { 'application/json': { schema: components.convert(errorSchema) } } };
}

function responseOf(endpoint: Endpoint, label: string, components: Components): [string, JsonSchema] {
  const data = components.share(`${label}Result`, endpoint.data);
  const model = typeof data['$ref'] === 'string' ? data['$ref'].split('/').at(-1) : undefined;
  const name = data['const'] === true ? 'Done' : (model ?? `${label}Response`);
  if (endpoint.isStream)
    return [`${name}Events`, { description: 'Events.', content: { [eventStreamType]: { schema: data } } }];
  const schema = { type: 'object', required: ['data'], properties: { data } };
  return [name, { description: 'Done.', content: { 'application/json': { schema } } }];
}

function parametersOf(
  place: 'path' | 'query',
  shape: Endpoint['query'],
  components: Components,
): JsonSchema[] {
  const { properties, required } = toJsonSchema(shape);
  return Object.entries(asSchema(properties)).map(([name, schema]) => ({
    name,
    in: place,
    required: Array.isArray(required) && required.includes(name),
    schema: components.convert(schema),
  }));
}

function bodyOf({ body, file }: Endpoint, label: string, components: Components) {
  if (file) {
    const schema = { type: 'string', format: 'binary' };
    const content = Object.fromEntries(file.types.map((type) => [type, { schema }]));
    return { requestBody: { required: true, content } };
  }
  if (body === undefined || body === NoBody) return {};
  const schema = components.share(label, body);
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

export function tagsOf(document: ApiDocument): readonly Tag[] {
  return [...new Set(endpointsOf(document).map(([, { tag }]) => tag))];
}

/**
 * Describes an object with arbitrary keys. `Type.Record` adds a pattern for the keys, from which generators
 * derive values of unknown type.
 */
function mapOf(values: TSchema, description: string) {
  return Type.Object({}, { additionalProperties: values, description });
}

const errorSchema = named(
  'ApiError',
  Type.Object({
    error: Type.String({ description: 'For people, in the language of Accept-Language.' }),
    message: named(
      'ErrorCode',
      Type.Enum(Object.keys(errorRegistry), { description: 'For programs; stable.' }),
    ),
    fields: Type.Optional(mapOf(Type.String(), 'The rejected fields, each with a text for people.')),
    details: Type.Optional(
      mapOf(
        Type.Union([Type.Number(), Type.Boolean(), Type.String()]),
        'Values a client may show, such as attemptsLeft or retryAfterSeconds.',
      ),
    ),
    requestId: Type.String({ description: 'Also in the header X-Request-Id and in the log.' }),
  }),
);
