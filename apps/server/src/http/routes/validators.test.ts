import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { endpoints } from '@vid/contract/endpoints/index';
import type { Endpoint } from '@vid/contract/endpoint';
import { expect, it } from 'vitest';
import { routeSchema } from './routes.ts';
import { compileValidator } from './compilers.ts';

const all: [string, Endpoint][] = Object.entries(endpoints);
const parts = all.flatMap(([url, endpoint]) => {
  const { body, querystring, params } = routeSchema(endpoint);
  return Object.entries({ body, querystring, params }).flatMap(([httpPart, schema]) =>
    schema ? [{ httpPart, url, schema }] : [],
  );
});

it.each(parts)('the schema of the $httpPart of $url compiles', ({ httpPart, url, schema }) => {
  expect(TypeBoxValidatorCompiler({ schema, method: 'POST', url, httpPart })).toBeTypeOf('function');
});

it('a request schema rejects input that does not match it', () => {
  let reads = 0;
  const schema = {
    type: 'object',
    get properties() {
      reads += 1;
      return { name: { type: 'string' } };
    },
  };
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  expect(reads).toBe(0);
  expect(validate({ name: 'An' })).toEqual({ value: { name: 'An' } });
  const readsAtFirst = reads;
  expect(validate({ name: 'Bình' })).toEqual({ value: { name: 'Bình' } });
  expect(reads).toBe(readsAtFirst);
  expect(validate({ name: 1 })).toHaveProperty('error');
});
