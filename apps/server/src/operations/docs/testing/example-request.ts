import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { exampleOf } from '../example.ts';
import { toJsonSchema } from '../json-schema.ts';

/** Every endpoint with its name, such as `GET /vid/api/sessions`. */
export const endpointTable = Object.entries<Endpoint>(endpoints);

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** Returns the method and the address of an endpoint with the given parameters. `:name` stays if it has no value. */
export function requestOf(name: string, params: Readonly<Record<string, string>> = {}) {
  const [verb, path = ''] = name.split(' ');
  const method = methods.find((known) => known === verb);
  if (!method) throw new Error(`unknown method of ${name}`);
  return { method, url: path.replaceAll(/:(\w+)/gu, (whole, key: string) => params[key] ?? whole) };
}

/** Returns a body that the schema accepts, so that the response comes from a later check. */
export function exampleBody(name: string): Record<string, unknown> {
  return exampleObject(endpointTable.find(([key]) => key === name)?.[1].body);
}

/** Returns an object that the schema accepts, or an empty one without a schema. */
export function exampleObject(schema: Endpoint['body']): Record<string, unknown> {
  const example = exampleOf(toJsonSchema(schema));
  return typeof example === 'object' && example !== null ? Object.fromEntries(Object.entries(example)) : {};
}
