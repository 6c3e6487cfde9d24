import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { exampleOf } from '../example.ts';
import { toJsonSchema } from '../json-schema.ts';

export const endpointTable = Object.entries<Endpoint>(endpoints);

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

export function requestOf(name: string, params: Readonly<Record<string, string>> = {}) {
  const [verb, path = ''] = name.split(' ');
  const method = methods.find((known) => known === verb);
  if (!method) throw new Error(`unknown method of ${name}`);
  return { method, url: path.replaceAll(/:(\w+)/gu, (whole, key: string) => params[key] ?? whole) };
}

/** Returns a body that passes the schema, so that a later check determines the response. */
export function exampleBody(name: string): Record<string, unknown> {
  return exampleObject(endpointTable.find(([key]) => key === name)?.[1].body);
}

export function exampleObject(schema: Endpoint['body']): Record<string, unknown> {
  const example = exampleOf(toJsonSchema(schema));
  return typeof example === 'object' && example !== null ? Object.fromEntries(Object.entries(example)) : {};
}
