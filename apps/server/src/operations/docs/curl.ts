import type { Access, Endpoint } from '@vid/contract/endpoint';
import { NoBody } from '@vid/contract/endpoints/shapes';
import { splitName } from '#http/routes/routes.ts';
import { exampleOf } from './example.ts';
import { asSchema, toJsonSchema, type JsonValue } from './json-schema.ts';

const credentials: Readonly<Record<Access, readonly string[]>> = {
  public: [],
  visitor: ['-b "vid_pre=$VID_PRE"'],
  gateway: ['-b "vid_pre=$VID_PRE"', '-H "X-Client-Token: $CLIENT_TOKEN"'],
  member: ['-b "vid_sid=$VID_SID"'],
  manager: ['-b "vid_sid=$VID_SID"'],
  admin: ['-b "vid_sid=$VID_SID"'],
  machine: ['-H "Authorization: Bearer $TOKEN"'],
};

export function curlOf(name: string, endpoint: Endpoint): string {
  const [method, path] = splitName(name);
  const { access, body, isStream } = endpoint;
  const values = asSchema(exampleOf(toJsonSchema(endpoint.params)));
  const address = path.replaceAll(/:(\w+)/gu, (_part, key: string) =>
    encodeURIComponent(textOf(values[key])),
  );
  const hasBody = body !== undefined && body !== NoBody;
  return [
    `curl${isStream === true ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} "$VID${address}"`,
    ...credentials[access],
    ...(method === 'GET' || access === 'machine' ? [] : ['-H "Origin: $VID"']),
    ...(hasBody
      ? ["-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify(exampleOf(toJsonSchema(body))))}`]
      : []),
  ].join(' \\\n  ');
}

const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');

const shell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
