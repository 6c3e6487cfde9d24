import { readFile } from 'node:fs/promises';
import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { asSchema, exampleOf, toJsonSchema, type JsonSchema } from './json-schema.ts';
import { buildOpenApi } from './openapi.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const document = buildOpenApi();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

describe('the OpenAPI document', () => {
  it('has every endpoint of the contract, each with a name of its own', () => {
    const wanted = Object.keys(endpoints).map((key) => key.replace(/:(\w+)/gu, '{$1}'));
    expect(operations.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      wanted.toSorted((a, b) => (a < b ? -1 : 1)),
    );
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it.each(operations)('$name tells its failures and who may call', ({ operation }) => {
    expect(operation.responses).toHaveProperty('200');
    expect(operation.responses).toHaveProperty('500');
    expect(operation.responses).toHaveProperty('503');
    const listed = Object.values(operation.responses)
      .map((response) => JSON.stringify(response))
      .join();
    for (const code of operation['x-vid-errors']) expect(listed).toContain(`"${code}"`);
  });

  it('refers only to what is there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/gu)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name ?? '');
  });

  it('gives examples that its own schemas accept', () => {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const shapes: readonly (readonly [string, unknown])[] = [
        ['data', endpoint.data],
        ['body', endpoint.body],
      ];
      for (const [part, shape] of shapes) {
        if (shape === undefined) continue;
        const schema = toJsonSchema(shape);
        const isOptional = Array.isArray(schema['anyOf']);
        const example = isOptional && part === 'body' ? null : exampleOf(schema, part);
        expect(accepts(schema, example), `${name} ${part}`).toBe(true);
      }
    }
  });

  it('is the one that is kept in docs/generated', async () => {
    const kept = await readFile(
      new URL('../../../../../docs/generated/openapi.json', import.meta.url),
      'utf8',
    );
    expect(JSON.parse(kept)).toEqual(JSON.parse(JSON.stringify(document)));
  });
});

describe('the reference page', () => {
  it('runs no script, loads nothing, and shows every endpoint', async () => {
    const answer = await new TestBrowser(server.app).get('/vid/docs');
    expect(answer.status).toBe(200);
    const { body, headers } = answer.raw;
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-[\w-]{24}'; base-uri/u,
    );
    expect(body).not.toMatch(/<script|<link|<img|\son\w+=|style="/iu);
    for (const { operation } of operations) expect(body).toContain(`id="${operation.operationId}"`);
    expect(body).toMatch(/<html lang="en">.*<main id="content"/u);
  });

  it('serves the document itself', async () => {
    const answer = await new TestBrowser(server.app).get('/vid/docs/openapi.json');
    expect(answer.raw.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'VID account API' } });
  });

  it('can be turned off', async () => {
    const silent = await startTestServer(inject('cluster'), { environment: { VID_DOCS: 'off' } });
    for (const url of ['/vid/docs', '/vid/docs/openapi.json'])
      expect((await new TestBrowser(silent.app).get(url)).status).toBe(404);
    await silent.close();
  });
});

function accepts(schema: JsonSchema, value: unknown): boolean {
  return Value.Check(asSchema(schema), value);
}
