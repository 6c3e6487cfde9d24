import { readFile } from 'node:fs/promises';
import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { NoBody } from '@vid/contract/endpoints/shapes';
import { errorRegistry } from '@vid/contract/errors';
import { TestBrowser } from '@vid/testkit/browser';
import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { exampleOf } from './example.ts';
import { asSchema, toJsonSchema, type JsonSchema } from './json-schema.ts';
import { buildOpenApi, operationIdOf } from './openapi.ts';

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: { readonly schemas: JsonSchema };
};

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  document = JSON.parse(JSON.stringify(await buildOpenApi()));
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

describe('the OpenAPI document', () => {
  it('has exactly the endpoints of the contract, each with a unique id', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(table.length);
    expect(new Set(table.map(([name]) => operationOf(name)['operationId'])).size).toBe(table.length);
    for (const [name] of table) expect(operationOf(name)['operationId']).toBe(operationIdOf(name));
  });

  it.each(table)('%s lists its errors by status and its access', (name, endpoint) => {
    const responses = asSchema(operationOf(name)['responses']);
    expect(responses).toHaveProperty('200');
    expect(responses).toHaveProperty('500');
    expect(responses).toHaveProperty('503');
    expect(operationOf(name)['x-vid-access']).toBe(endpoint.access);
    for (const code of endpoint.errors)
      expect(JSON.stringify(responses[errorRegistry[code].status])).toContain(`"${code}"`);
  });

  it.each(table)('%s has the shapes of the contract', (name, endpoint) => {
    const responses = asSchema(operationOf(name)['responses']);
    const response = asSchema(responses['200']);
    const data = endpoint.isStream
      ? contentOf(response, 'text/event-stream')
      : asSchema(contentOf(response)['properties'])['data'];
    expect(data).toEqual(toJsonSchema(endpoint.data));
    const body = contentOf(asSchema(operationOf(name)['requestBody']));
    const hasBody = endpoint.body !== undefined && endpoint.body !== NoBody;
    expect(body).toEqual(hasBody ? toJsonSchema(endpoint.body) : {});
  });

  it('resolves every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/gu)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name ?? '');
  });

  it.each(table)('the examples of %s match its schemas', (_name, endpoint) => {
    for (const shape of [endpoint.data, endpoint.body]) {
      if (shape === undefined) continue;
      const schema = toJsonSchema(shape);
      expect(Value.Check(schema, exampleOf(schema))).toBe(true);
    }
  });

  it('equals the copy in docs/generated', async () => {
    const kept = await readFile(
      new URL('../../../../../docs/generated/openapi.json', import.meta.url),
      'utf8',
    );
    expect(JSON.parse(kept)).toEqual(document);
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
    for (const [name, { errors }] of table) {
      expect(body).toContain(`id="${operationIdOf(name)}"`);
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
