import { commonErrors, type Access, type Endpoint } from '@vid/contract/endpoint';
import { AppParams } from '@vid/contract/endpoints/operations/app-params';
import { endpoints } from '@vid/contract/endpoints/index';
import { SessionInfo } from '@vid/contract/endpoints/sign-in/session';
import { UserInfo } from '@vid/contract/endpoints/shapes';
import { errorRegistry, type ErrorCode } from '@vid/contract/errors';
import { errorTextsEn } from '@vid/contract/messages/en';
import { errorTextsVi } from '@vid/contract/messages/vi';
import { asSchema, exampleOf, toJsonSchema, type JsonSchema, type JsonValue } from './json-schema.ts';

const version = '0.1.0';
const named: Readonly<Record<string, unknown>> = { UserInfo, SessionInfo, AppParams };

const introduction = [
  'Every answer is `{"data": …}`. Every failure is `{"error", "message", "fields"?, "details"?, "requestId"}` with the fitting HTTP status: `message` is one of the codes listed with the endpoint, `error` says it in the language of `Accept-Language` (vi or en).',
  'Bodies are JSON in UTF-8 of at most 16 kB; unknown fields are refused. Calls that change something need the header `Origin` of this server or `Sec-Fetch-Site: same-origin`, else they are answered 403 CSRF.',
  'Only 401 with TOKEN_MISSING, TOKEN_INVALID or UNKNOWN_VALIDATING_EXCEPTION means that the session is gone. 503 means “not now”: repeat after `Retry-After`.',
  'Any call may also be answered 404 NOT_FOUND, 405 METHOD_NOT_ALLOWED, 408 REQUEST_TIMEOUT, 414 URI_TOO_LONG, 421 MISDIRECTED_REQUEST or 431 HEADERS_TOO_LARGE before it is looked at.',
].join('\n\n');

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'vid_sid',
    description:
      'The session of a signed-in account. HttpOnly; `__Host-vid_sid` where the public address is https.',
  },
  preSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'vid_pre',
    description:
      'A signed-out browser. Given by the first call that needs it; captchas, codes and tokens are bound to it.',
  },
  clientToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Client-Token',
    description:
      '`m:` + base64(IV ‖ AES-256-CBC of JSON `{id, clientId, timestamp, userAgent}`) with the key of GET /vid/api/auth/client/config. A filter against noise, no authentication.',
  },
} as const;

const security: Readonly<Record<Access, readonly Readonly<Record<string, readonly string[]>>[]>> = {
  public: [],
  visitor: [{ preSession: [] }],
  gateway: [{ preSession: [], clientToken: [] }],
  member: [{ session: [] }],
  admin: [{ session: [] }],
};

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: (typeof security)[Access];
  readonly parameters?: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly 'x-vid-access': Access;
  /** Codes of this endpoint beside those of every endpoint. */
  readonly 'x-vid-errors': readonly ErrorCode[];
};

export type OpenApi = {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: typeof securitySchemes;
  };
};

/** The OpenAPI 3.1 document of the account API: all of it comes from the contract, so it cannot drift. */
export function buildOpenApi(): OpenApi {
  const schemas = Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, toJsonSchema(schema)]),
  );
  const references = new Map(
    Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), `#/components/schemas/${name}`]),
  );
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', address = ''] = key.split(' ');
    const path = address.replace(/:(\w+)/gu, '{$1}');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: toOperation({ method, path, endpoint, references }),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'VID account API', version, description: introduction },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values<Endpoint>(endpoints).map((endpoint) => endpoint.tag))].map((name) => ({
      name,
    })),
    paths,
    components: { schemas: { ...schemas, Error: errorSchema() }, securitySchemes },
  };
}

type OperationInput = {
  readonly method: string;
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly references: ReadonlyMap<string, string>;
};

function toOperation({ method, path, endpoint, references }: OperationInput): Operation {
  const parameters = [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)];
  return {
    operationId: `${method.toLowerCase()}${path.replace('/vid', '').replaceAll(/[/_-]+\{?(\w)|\}/gu, (_all, letter: string | undefined) => (letter ?? '').toUpperCase())}`,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: security[endpoint.access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: bodyOf(toJsonSchema(endpoint.body)) } : {}),
    responses: {
      '200': answerOf(toJsonSchema(endpoint.data), references),
      ...failuresOf(codesOf(method, endpoint)),
    },
    'x-vid-access': endpoint.access,
    'x-vid-errors': endpoint.errors,
  };
}

function parametersOf(place: 'path' | 'query', source: unknown): JsonSchema[] {
  if (source === undefined) return [];
  const schema = toJsonSchema(source);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(asSchema(schema['properties'])).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    example: exampleOf(asSchema(property), name),
  }));
}

function bodyOf(schema: JsonSchema): JsonSchema {
  const isOptional = Array.isArray(schema['anyOf']);
  return {
    required: !isOptional,
    content: { 'application/json': { schema, example: isOptional ? null : exampleOf(schema) } },
  };
}

function answerOf(data: JsonSchema, references: ReadonlyMap<string, string>): JsonSchema {
  return {
    description: 'Done.',
    content: {
      'application/json': {
        schema: { type: 'object', required: ['data'], properties: { data: refer(data, references) } },
        example: { data: exampleOf(data, 'data') },
      },
    },
  };
}

/** A named shape is written once and referred to, also as the items of a list. */
function refer(schema: JsonSchema, references: ReadonlyMap<string, string>): JsonValue {
  const reference = references.get(JSON.stringify(schema));
  if (reference) return { $ref: reference };
  return schema['type'] === 'array'
    ? { ...schema, items: refer(asSchema(schema['items']), references) }
    : schema;
}

/** The codes that this call may really answer: one without a body has none that is too large. */
function codesOf(method: string, endpoint: Endpoint): readonly ErrorCode[] {
  const mayFail: Partial<Record<ErrorCode, boolean>> = {
    CSRF: method !== 'GET',
    PAYLOAD_TOO_LARGE: endpoint.body !== undefined,
    UNSUPPORTED_MEDIA_TYPE: endpoint.body !== undefined,
    VALIDATION_FAILED: Boolean(endpoint.body ?? endpoint.query ?? endpoint.params),
  };
  const common = commonErrors.filter((code) => mayFail[code] ?? true);
  const forbidden: readonly ErrorCode[] = endpoint.access === 'admin' ? ['FORBIDDEN'] : [];
  return [...new Set<ErrorCode>([...endpoint.errors, ...forbidden, ...common])];
}

function failuresOf(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorRegistry[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, list]): [string, JsonSchema] => [
        String(status),
        {
          description: list.map((code) => `${code}: ${errorTextsEn[code]}`).join('\n'),
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Error' },
                  { type: 'object', properties: { message: { enum: list } } },
                ],
              },
              examples: Object.fromEntries(
                list.flatMap((code) => [
                  [code, { value: failureExample(code, errorTextsEn[code]) }],
                  [`${code}.vi`, { value: failureExample(code, errorTextsVi[code]) }],
                ]),
              ),
            },
          },
        },
      ]),
  );
}

function failureExample(code: ErrorCode, text: string): JsonSchema {
  return { error: text, message: code, requestId: 'e7c87a21a6e644b0a969892435b286d5' };
}

function errorSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['error', 'message', 'requestId'],
    properties: {
      error: { type: 'string', description: 'For people, in the language of Accept-Language.' },
      message: { type: 'string', enum: Object.keys(errorRegistry), description: 'For programs; stable.' },
      fields: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Fields at fault, each with a text for people.',
      },
      details: {
        type: 'object',
        additionalProperties: { type: ['number', 'boolean'] },
        description: 'Numbers a client may show, such as attemptsLeft or retryAfterSeconds.',
      },
      requestId: { type: 'string', description: 'Also in the header X-Request-Id and in the log.' },
    },
  };
}
