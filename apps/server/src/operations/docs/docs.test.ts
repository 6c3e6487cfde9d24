import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { NoBody } from '@vid/contract/endpoints/shapes';
import { TestBrowser } from '@vid/testkit/browser';
import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { exampleOf } from './example.ts';
import { asSchema, toJsonSchema, type JsonSchema, type JsonValue } from './json-schema.ts';
import { buildOpenApi } from './openapi.ts';

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: JsonSchema;
};

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  document = JSON.parse(JSON.stringify(buildOpenApi()));
});
afterAll(() => server.close());

const table = Object.entries<Endpoint>(endpoints);

function operationOf(name: string): JsonSchema {
  const [method = '', url = ''] = name.split(' ');
  return document.paths[url.replace(/:(\w+)/gu, '{$1}')]?.[method.toLowerCase()] ?? {};
}

function contentOf(part: JsonSchema, type = 'application/json'): JsonSchema {
  return asSchema(asSchema(asSchema(part['content'])[type])['schema']);
}

/** The value with every reference replaced by what it names. */
function resolve(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item: JsonValue) => resolve(item) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = asSchema(value);
  if (typeof $ref === 'string') {
    const [, , kind = '', name = ''] = $ref.split('/');
    return resolve(asSchema(document.components[kind])[name]);
  }
  return Object.fromEntries(Object.entries(own).map(([key, part]) => [key, resolve(part) ?? null]));
}

/** A shape of the contract as the document shows it: without names and examples. */
function shownShape(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => shownShape(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => key !== 'examples' && !(key === 'title' && typeof part === 'string'))
      .map(([key, part]) => [key, shownShape(part)]),
  );
}

describe('the OpenAPI document', () => {
  it('has exactly the endpoints of the contract, each with a unique id', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(table.length);
    expect(new Set(table.map(([name]) => operationOf(name)['operationId'])).size).toBe(table.length);
    for (const [name, { id }] of table) {
      expect(operationOf(name)['operationId']).toBe(id);
      expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]+)+$/u);
    }
  });

  it.each(table)('%s lists its errors, its access and its credentials', (name, endpoint) => {
    const operation = operationOf(name);
    expect(asSchema(operation['responses'])['default']).toEqual({ $ref: '#/components/responses/ApiError' });
    expect(operation['x-vid-errors']).toEqual(endpoint.errors);
    expect(operation['x-vid-access']).toBe(endpoint.access);
    expect(operation['security']).toBeInstanceOf(Array);
  });

  it.each(table)('%s has the shapes of the contract', (name, endpoint) => {
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

  it('resolves every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/gu)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, kind = '', name = ''] of references) expect(document.components[kind]).toHaveProperty(name);
  });

  it('names the models and has less than 600 kB', () => {
    expect(document.components['schemas']).toMatchObject({
      Account: {},
      ApiError: {},
      ErrorCode: {},
      Session: {},
      Webhook: {},
    });
    expect(JSON.stringify(document).length).toBeLessThan(600_000);
  });

  it('names a body after its endpoint, or after the endpoint for which it was made', () => {
    const endpointOf = (id: string) => id.replace(/AsMachine$|Association(?=[A-Z])/u, '');
    const wrong = table.flatMap(([name, { id }]) => {
      const { $ref } = contentOf(asSchema(operationOf(name)['requestBody']));
      const [, owner] = /\/(\w+)Body$/u.exec(String($ref)) ?? [];
      const isNamed = owner === undefined || owner === 'Reason';
      return isNamed || [id, endpointOf(id)].some((name) => `${name}`.toLowerCase() === owner.toLowerCase())
        ? []
        : [`${id}: ${owner}Body`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(table)('the examples of %s match its schemas', (_name, endpoint) => {
    for (const shape of [endpoint.data, endpoint.body]) {
      if (shape === undefined) continue;
      const schema = toJsonSchema(shape);
      expect(Value.Check(schema, exampleOf(schema))).toBe(true);
    }
  });
});

describe('the reference page', () => {
  it('has no script, loads nothing, and shows every endpoint', async () => {
    const answer = await new TestBrowser(server.app).get('/vid/docs');
    expect(answer.status).toBe(200);
    const { body, headers } = answer.raw;
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-[\w-]{24}'; base-uri/u,
    );
    expect(body).not.toMatch(/<script|<link|<img|\son\w+=|style="/iu);
    for (const [, { id, errors }] of table) {
      expect(body).toContain(`id="${id}"`);
      for (const code of errors) expect(body).toContain(`<code>${code}</code>`);
    }
    expect(body).toMatch(/<html lang="en">.*<main id="content"/u);
  });

  it('links the OpenAPI document', async () => {
    const answer = await new TestBrowser(server.app).get('/vid/docs/openapi.json');
    expect(answer.raw.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'VID account API' } });
  });

  it('is not served with VID_DOCS=off', async () => {
    const silent = await startTestServer(inject('cluster'), { environment: { VID_DOCS: 'off' } });
    for (const url of ['/vid/docs', '/vid/docs/openapi.json'])
      expect((await new TestBrowser(silent.app).get(url)).status).toBe(404);
    await silent.close();
  });

  it('is not served in production unless switched on', async () => {
    const headers = { host: 'id.example.vn' };
    for (const [added, status] of [
      [{}, 404],
      [{ VID_DOCS: 'on' }, 200],
    ] as const) {
      const production = await startTestServer(inject('cluster'), {
        environment: { ...productionSettings, ...added },
      });
      for (const url of ['/vid/docs', '/vid/docs/openapi.json'])
        expect((await new TestBrowser(production.app).get(url, { headers })).status).toBe(status);
      await production.close();
    }
  });
});
