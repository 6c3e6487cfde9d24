import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { endpoints } from '@vid/contract/endpoints/index';
import type { Endpoint } from '@vid/contract/endpoint';
import { expect, it } from 'vitest';
import { routeSchema } from './routes.ts';
import { compilersFactory } from './compilers.ts';

const all: [string, Endpoint][] = Object.entries(endpoints);
const answered = all.filter(([, { isStream }]) => !isStream);

it.each(answered)('the response schema of %s compiles', (url, endpoint) => {
  const compile = SerializerSelector()({}, {});
  const schema = routeSchema(endpoint).response[200];
  expect(compile({ schema, method: 'GET', url, httpStatus: '200' })).toBeTypeOf('function');
});

it('a response schema drops fields that it lacks', () => {
  const compile = compilersFactory.buildSerializer();
  let reads = 0;
  const schema = {
    type: 'object',
    get properties() {
      reads += 1;
      return { name: { type: 'string' } };
    },
  };
  const serialize = compile({ schema, method: 'GET', url: '/', httpStatus: '200' });
  expect(reads).toBe(0);
  expect(serialize({ name: 'An', secret: 1 })).toBe('{"name":"An"}');
  const readsAtFirst = reads;
  expect(serialize({ name: 'Bình' })).toBe('{"name":"Bình"}');
  expect(reads).toBe(readsAtFirst);
});
