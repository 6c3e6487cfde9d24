import { expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { pageHeaders } from './page-headers.ts';
import { socialSourcesOf } from './social-sources.ts';

const configOf = (environment: Record<string, string>) =>
  readConfig(environment, { dataDir: '/nonexistent' });
const policyOf = (environment: Record<string, string>): readonly string[] =>
  contentSecurityPolicy({ nonce: 'n', isSecure: true, ...socialSourcesOf(configOf(environment)) }).split(
    '; ',
  );
const facebook = { VID_FACEBOOK_APP_ID: '1', VID_FACEBOOK_APP_SECRET: 's' };
const zalo = { VID_ZALO_APP_ID: '1', VID_ZALO_APP_SECRET: 's' };

const openerPolicyOf = (path: string, search: string) =>
  pageHeaders({
    path,
    query: new URLSearchParams(search),
    hasInteraction: false,
    nonce: 'n',
    isSecure: true,
    imageHosts: [],
    sdkOrigins: [],
  })['cross-origin-opener-policy'];

it('F1 the content policy allows no further hosts while no provider is configured', () => {
  const policy = policyOf({});
  expect(policy).toContain("img-src 'self' data:");
  expect(policy).toContain("connect-src 'self'");
  expect(policy.join(' ')).not.toContain('frame-src');
});

it('F1 the content policy allows the hosts of configured providers only', () => {
  expect(policyOf(zalo)).toContain("img-src 'self' data: https://*.zadn.vn https://*.zdn.vn");
  expect(policyOf(zalo)).toContain("connect-src 'self'");
  const policy = policyOf(facebook);
  expect(policy).toContain("connect-src 'self' https://www.facebook.com https://graph.facebook.com");
  expect(policy).toContain('frame-src https://www.facebook.com https://graph.facebook.com');
  expect(policy).toContain("script-src 'nonce-n' 'strict-dynamic'");
  expect(policy.join(' ')).not.toContain('zadn');
});

it('W3 only an application’s popup that returns from a provider keeps its opener', () => {
  expect(openerPolicyOf('/reception', 'code=c&state=zalo.popup.x')).toBe('unsafe-none');
  expect(openerPolicyOf('/reception', 'code=c&state=zalo.signin.x')).toBe('same-origin-allow-popups');
  expect(openerPolicyOf('/reception', 'code=c&state=zalo.link.x')).toBe('same-origin-allow-popups');
  expect(openerPolicyOf('/user/security', 'state=zalo.popup.x')).toBe('same-origin-allow-popups');
});
