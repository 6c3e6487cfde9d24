import { readFile } from 'node:fs/promises';
import type { Endpoint } from '@vid/contract/endpoint';
import { ssoEndpoints } from '@vid/contract/endpoints/sso';
import { expect, it } from 'vitest';
import { scopes } from '../../oidc/request-checks.ts';

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

it('docs/integrate.md explains every code of single sign-on, every error of the SDK and every scope', async () => {
  const guide = await read('docs/integrate.md');
  const endpoints: Endpoint[] = Object.values(ssoEndpoints);
  const own = endpoints.flatMap((endpoint) => endpoint.errors).filter((code) => !code.startsWith('TOKEN_'));
  const sdk = [...(await read('packages/sso/src/errors.ts')).matchAll(/\| '(?<code>[A-Z_]+)'/gu)];
  expect(sdk.length).toBeGreaterThan(5);
  const codes = [...own, ...sdk.map((match) => match.groups?.['code']), ...scopes];
  expect(codes.filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
});
