import type { Access, Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { NoBody } from '@vid/contract/endpoints/shapes';
import { errorRegistry, type ErrorCode } from '@vid/contract/errors';
import { tags } from '@vid/contract/tags';
import { webhookEvents } from '@vid/contract/webhook-events';
import { TestBrowser } from '@vid/testkit/browser';
import { escapeHtml } from '#lib/text/escape-html.ts';
import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Components } from './components.ts';
import { curlOf } from './curl.ts';
import { exampleOf } from './example.ts';
import { asSchema, toJsonSchema, type JsonSchema, type JsonValue } from './json-schema.ts';
import { documents } from './documents.ts';
import { buildOpenApi, endpointsOf } from './openapi.ts';
import { listFields } from './reference-fields.ts';
import { signInCalls } from './sign-in-reference.ts';
import { openApiWebhooks } from './webhook-reference.ts';

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: JsonSchema;
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const table = Object.entries<Endpoint>(endpoints);

const securityOf: Readonly<Record<Access, unknown>> = {
  public: [],
  visitor: [{ preSession: [] }],
  gateway: [{ preSession: [], clientToken: [] }],
  member: [{ session: [] }],
  manager: [{ session: [] }],
  admin: [{ session: [] }],
  machine: [],
};

function contentOf(part: JsonSchema, type = 'application/json'): JsonSchema {
  return asSchema(asSchema(asSchema(part['content'])[type])['schema']);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function shownShape(value: JsonValue, isProperties = false): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => shownShape(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isProperties || (key !== 'examples' && key !== 'title'))
      .map(([key, part]) => [key, shownShape(part, key === 'properties' && !isProperties)]),
  );
}

describe('the OpenAPI documents', () => {
  it('together contain exactly the endpoints of the contract', () => {
    const names = documents.flatMap((document) => endpointsOf(document).map(([name]) => name));
    expect(names).toHaveLength(table.length);
    expect(new Set(names)).toEqual(new Set(table.map(([name]) => name)));
  });

  it('describe no unused tag', () => {
    const used = new Set<string>(table.map(([, { tag }]) => tag));
    expect(Object.keys(tags).filter((tag) => !used.has(tag))).toEqual([]);
  });

  it.each(table)('contain examples of %s that match its schemas', (_name, endpoint) => {
    for (const shape of [endpoint.data, endpoint.body]) {
      if (shape === undefined) continue;
      const schema = toJsonSchema(shape);
      expect(Value.Check(schema, exampleOf(schema))).toBe(true);
    }
  });
});

const namesOf = (shape: Endpoint['query']) => Object.keys(asSchema(toJsonSchema(shape)['properties']));

describe.each(documents)('$file', (source) => {
  const own = endpointsOf(source);
  const document: Document = JSON.parse(JSON.stringify(buildOpenApi(source)));

  function operationOf(name: string): JsonSchema {
    const [method = '', url = ''] = name.split(' ');
    return document.paths[url.replace(/:(\w+)/gu, '{$1}')]?.[method.toLowerCase()] ?? {};
  }

  function resolve(value: JsonValue | undefined): JsonValue | undefined {
    if (Array.isArray(value)) return value.map((item: JsonValue) => resolve(item) ?? null);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = asSchema(value);
    if (typeof $ref === 'string') {
      const [, , kind = '', name = ''] = $ref.split('/');
      return resolve(asSchema(document.components[kind])[name]);
    }
    return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, resolve(part) ?? null]));
  }

  it('gives each operation a unique id of several words', () => {
    expect(new Set(own.map(([name]) => operationOf(name)['operationId'])).size).toBe(own.length);
    for (const [name, { id }] of own) {
      expect(operationOf(name)['operationId']).toBe(id);
      expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]+)+$/u);
    }
  });

  it.each(own)('lists the errors by status and the access for %s', (name, endpoint) => {
    const operation = operationOf(name);
    const { 200: done, default: other, ...failures } = asSchema(operation['responses']);
    expect(done).toBeDefined();
    expect(other).toEqual({ $ref: '#/components/responses/ApiError' });
    const listed = Object.entries(failures).flatMap(([status, failure]) => {
      expect(contentOf(asSchema(resolve(failure)))).toEqual(
        resolve({ $ref: '#/components/schemas/ApiError' }),
      );
      return textOf(asSchema(failure)['description'])
        .split(', ')
        .map((code) => `${status} ${code}`);
    });
    const codes = new Set<ErrorCode>([...endpoint.errors, 'RATE_LIMITED']);
    const expected = [...codes].map((code) => `${errorRegistry[code].status} ${code}`);
    expect(listed).toHaveLength(expected.length);
    expect(new Set(listed)).toEqual(new Set(expected));
    expect(operation['x-vid-access']).toBe(endpoint.access);
    expect(operation['security']).toEqual(
      endpoint.scope ? [{ management: [endpoint.scope] }] : securityOf[endpoint.access],
    );
  });

  it.each(own)('matches the schemas of the contract for %s', (name, endpoint) => {
    const operation = asSchema(resolve(operationOf(name)));
    const response = asSchema(asSchema(operation['responses'])['200']);
    const data = endpoint.isStream
      ? contentOf(response, 'text/event-stream')
      : asSchema(contentOf(response)['properties'])['data'];
    expect(data).toEqual(shownShape(toJsonSchema(endpoint.data)));
    const body = contentOf(asSchema(operation['requestBody']));
    const hasBody = endpoint.body !== undefined && endpoint.body !== NoBody;
    expect(body).toEqual(hasBody ? shownShape(toJsonSchema(endpoint.body)) : {});
  });

  it.each(own)('lists the parameters of %s', (name, endpoint) => {
    const parameters = operationOf(name)['parameters'] ?? [];
    const listed = Array.isArray(parameters) ? parameters.map(asSchema) : [];
    expect(listed.map((one) => [one['name'], one['in'], one['required']])).toEqual([
      ...namesOf(endpoint.params).map((key) => [key, 'path', true]),
      ...namesOf(endpoint.query).map((key) => [key, 'query', false]),
    ]);
  });

  it('contains the target of every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/gu)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, kind = '', name = ''] of references) expect(document.components[kind]).toHaveProperty(name);
  });

  it('names the models and is smaller than 600 kB', () => {
    expect(document.components['schemas']).toMatchObject({ ApiError: {}, ErrorCode: {}, Webhook: {} });
    expect(JSON.stringify(document).length).toBeLessThan(600_000);
  });

  it('names a body after its endpoint, with or without the word Association', () => {
    const wrong = own.flatMap(([name, { id }]) => {
      const { $ref } = contentOf(asSchema(operationOf(name)['requestBody']));
      const [, owner] = /\/(\w+)Body$/u.exec(textOf($ref)) ?? [];
      const isNamed = owner === undefined || owner === 'Reason';
      return isNamed ||
        [id, id.replace(/Association(?=[A-Z])/u, '')].some(
          (known) => known.toLowerCase() === owner.toLowerCase(),
        )
        ? []
        : [`${id}: ${owner}Body`];
    });
    expect(wrong).toEqual([]);
  });

  it('is served by the server', async () => {
    const answer = await new TestBrowser(server.app).get(`/vid/docs/${source.file}`);
    expect(answer.raw.json()).toMatchObject({ openapi: '3.1.0', info: { title: source.title } });
  });
});

it('each OpenAPI document describes only its own credentials, and one the webhooks', () => {
  const parts = documents.map((document) => {
    const { components, webhooks = {} } = buildOpenApi(document);
    return [Object.keys(components.securitySchemes).toSorted(), Object.keys(webhooks)];
  });
  expect(parts).toEqual([
    [['management'], Object.keys(webhookEvents)],
    [['clientToken', 'preSession', 'session'], []],
    [['session'], []],
  ]);
});

it('an OpenAPI document names the types of an uploaded file', () => {
  const [, account] = documents;
  const document: Document | undefined = account && JSON.parse(JSON.stringify(buildOpenApi(account)));
  const schema = { type: 'string', format: 'binary' };
  expect(document?.paths['/vid/api/users/avatar']?.['put']?.['requestBody']).toEqual({
    required: true,
    content: { 'image/jpeg': { schema }, 'image/png': { schema }, 'image/webp': { schema } },
  });
});

it('an OpenAPI document has one schema per name', () => {
  const components = new Components();
  const shape = { type: 'object', properties: { a: { type: 'string' } } };
  expect(components.share('One', shape)).toEqual({ $ref: '#/components/schemas/One' });
  expect(components.share('One', shape)).toEqual({ $ref: '#/components/schemas/One' });
  expect(components.share('Text', { type: 'string' })).toEqual({ type: 'string' });
  expect(() => components.share('One', { ...shape, required: ['a'] })).toThrow('two schemas are named One');
  expect(components.schemas).toEqual({ One: shape });
});

it('a webhook in the OpenAPI document has its headers and an example of its body', () => {
  const webhooks = openApiWebhooks(new Components());
  expect(Object.values(webhooks).map(({ post }) => post.operationId)).toContain('receiveAccountCreatedEvent');
  const { parameters, requestBody } = webhooks['account.created']?.post ?? {};
  expect(parameters?.map(({ name, required }) => [name, required])).toEqual([
    ['webhook-id', true],
    ['webhook-timestamp', true],
    ['webhook-signature', true],
  ]);
  expect(requestBody?.content['application/json'].example).toMatchObject({ type: 'account.created' });
});

it('the reference page describes each field of a schema', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['name', 'kinds'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 9, description: 'Shown to people.' },
      code: { type: 'string', minLength: 2, format: 'uuid' },
      title: { type: 'object', properties: { vi: { type: 'string' }, en: { type: 'string' } } },
      kinds: {
        type: 'array',
        items: { type: 'object', properties: { at: { type: 'integer', minimum: 1 } } },
      },
      limit: { anyOf: [{ type: 'number', maximum: 5 }, { const: null }] },
      other: {},
    },
  };
  expect(
    listFields(schema).map(({ name, type, isRequired, note }) => [name, type, isRequired, note]),
  ).toEqual([
    ['name', 'string', true, 'Shown to people. not empty, at most 9 characters'],
    ['code', 'string', false, 'at least 2 characters, as uuid'],
    ['title', 'text in vi and en', false, ''],
    ['kinds', 'object[]', true, ''],
    ['kinds[].at', 'integer', false, 'from 1'],
    ['limit', 'number | null', false, ''],
    ['other', 'any', false, ''],
  ]);
});

const addresses = ['/vid/docs', ...documents.map(({ file }) => `/vid/docs/${file}`)];

describe('the curl command of a call', () => {
  it('contains example values and the credentials of its caller', () => {
    const name = 'POST /vid/api/apps/:appId/clients/:clientId/secret';
    expect(curlOf(name, endpoints[name])).toBe(
      [
        'curl -X POST "$VID/vid/api/apps/app_3k9x7c2m5v8b1n4q6w0z2s4d7f/clients/shop-web/secret"',
        '-b "vid_sid=$VID_SID"',
        '-H "Origin: $VID"',
        "-H 'Content-Type: application/json'",
        `-d '{"formerEnds":"24h"}'`,
      ].join(' \\\n  '),
    );
  });

  it.each([
    ['GET /vid/api/legal/:document', ['curl "$VID/vid/api/legal/']],
    ['GET /vid/ajax/auth/qr/:qrId/events', ['curl -N "$VID/vid/ajax/auth/qr/', '-b "vid_pre=$VID_PRE"']],
    [
      'GET /vid/gateway/captcha/challenge',
      ['curl "$VID', '-b "vid_pre=$VID_PRE"', '-H "X-Client-Token: $CLIENT_TOKEN"'],
    ],
    [
      'POST /vid/api/manage/applications/:appId/clients/:clientId/status',
      [
        'curl -X POST "$VID',
        '-H "Authorization: Bearer $TOKEN"',
        "-H 'Content-Type: application/json'",
        '-d',
      ],
    ],
  ] as const)('contains only what %s needs', (name, starts) => {
    const lines = curlOf(name, endpoints[name]).split(' \\\n  ');
    expect(lines.map((line, index) => line.slice(0, starts[index]?.length))).toEqual(starts);
  });

  it.each(signInCalls.map(({ method, path }) => [method, path]))(
    'names an existing path: %s %s',
    async (method, path) => {
      const browser = new TestBrowser(server.app);
      const answer = method === 'GET' ? await browser.get(path) : await browser.post(path, {});
      expect([404, 405]).not.toContain(answer.status);
    },
  );
});

describe('the reference page', () => {
  it('shows every endpoint and every error', async () => {
    const answer = await new TestBrowser(server.app).get('/vid/docs');
    expect(answer.status).toBe(200);
    const { body, headers } = answer.raw;
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'nonce-([\w-]{24})'; style-src 'nonce-\1'; base-uri/u,
    );
    expect(headers['content-security-policy']).toMatch(/; font-src 'self'$/u);
    expect(body).toContain('url(/vid/web/fonts/latin-400.woff2)');
    expect(body).not.toMatch(/<link|<img|\ssrc=|\son\w+=|style="/iu);
    expect(body.match(/<script/giu)).toHaveLength(1);
    const codes = [...body.matchAll(/<tr id="error-(\w+)">/gu)].map(([, code]) => code);
    expect(codes).toEqual(Object.keys(errorRegistry));
    for (const document of documents) {
      expect(body).toContain(`href="/vid/docs/${document.file}"`);
      for (const [name, endpoint] of endpointsOf(document)) {
        const [, article = ''] = body.split(`<h4 id="${document.key}-${endpoint.id}">`);
        const [own = ''] = article.split('</article>');
        const [method = '', path = ''] = name.split(' ');
        const call = `<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>`;
        expect(own).toContain(call);
        expect(body).toContain(
          `href="#${document.key}-${endpoint.id}" title="${escapeHtml(endpoint.summary)}">${call}`,
        );
        expect(own).toContain(escapeHtml(curlOf(name, endpoint)));
        for (const code of endpoint.errors) expect(own).toContain(`<a href="#error-${code}">`);
      }
    }
    for (const { summary, curl } of signInCalls) {
      expect(body).toContain(`>${escapeHtml(summary)}</h4>`);
      expect(body).toContain(`<code>${escapeHtml(curl)}</code>`);
    }
    const headings = [...body.matchAll(/<h2 id="[\w-]+">([^<]+)</gu)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Start here',
      'Sign people in',
      'Manage by machine',
      'VID’s own pages: members',
      'VID’s own pages: administration',
      'Errors',
    ]);
    expect(body).toMatch(/<html lang="en">.*<main id="content"/u);
  });

  it('is not served with VID_DOCS=off', async () => {
    const silent = await startTestServer(inject('cluster'), { environment: { VID_DOCS: 'off' } });
    for (const url of addresses) expect((await new TestBrowser(silent.app).get(url)).status).toBe(404);
    await silent.close();
  });

  it('is not served in production unless it is switched on', async () => {
    const headers = { host: 'id.example.vn' };
    for (const [added, status] of [
      [{}, 404],
      [{ VID_DOCS: 'on' }, 200],
    ] as const) {
      const production = await startTestServer(inject('cluster'), {
        environment: { ...productionSettings, ...added },
      });
      for (const url of addresses)
        expect((await new TestBrowser(production.app).get(url, { headers })).status).toBe(status);
      await production.close();
    }
  });
});
