import { randomBytes } from 'node:crypto';
import { facebookProtocol } from './facebook.ts';
import { googleProtocol } from './google.ts';
import { startProviderServer, type ProviderServer } from './provider-server.ts';
import { zaloProtocol } from './zalo.ts';

const sampleProviderNames = ['facebook', 'google', 'zalo'] as const;
export type SampleProviderName = (typeof sampleProviderNames)[number];

export type SampleProviders = {
  readonly servers: Readonly<Partial<Record<SampleProviderName, ProviderServer>>>;
  /** Environment variables that make VID use these servers. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

export async function startSampleProviders(
  names: readonly SampleProviderName[] = sampleProviderNames,
): Promise<SampleProviders> {
  const secret = randomBytes(24).toString('base64url');
  const start = {
    async facebook() {
      const appId = '100000000000001';
      const server = await startProviderServer(facebookProtocol({ appId, secret }));
      const { origin } = server;
      const settings = {
        VID_FACEBOOK_APP_ID: appId,
        VID_FACEBOOK_APP_SECRET: secret,
        VID_FACEBOOK_SDK_URL: `${origin}/sdk.js`,
        VID_FACEBOOK_DIALOG_URL: `${origin}/v26.0/dialog/oauth`,
        VID_FACEBOOK_GRAPH_URL: `${origin}/v26.0/`,
        VID_FACEBOOK_PICTURE_HOSTS: origin,
      };
      return { server, settings };
    },
    async google() {
      const clientId = 'sample.apps.googleusercontent.com';
      const server = await startProviderServer(googleProtocol({ clientId, secret }));
      const { origin } = server;
      const settings = {
        VID_GOOGLE_CLIENT_ID: clientId,
        VID_GOOGLE_CLIENT_SECRET: secret,
        VID_GOOGLE_ISSUER: origin,
        VID_GOOGLE_AUTHORIZE_URL: `${origin}/o/oauth2/v2/auth`,
        VID_GOOGLE_TOKEN_URL: `${origin}/token`,
        VID_GOOGLE_JWKS_URL: `${origin}/oauth2/v3/certs`,
        VID_GOOGLE_PICTURE_HOSTS: origin,
      };
      return { server, settings };
    },
    async zalo() {
      const appId = '4000000000000000001';
      const server = await startProviderServer(zaloProtocol({ appId, secret }));
      const { origin } = server;
      const settings = {
        VID_ZALO_APP_ID: appId,
        VID_ZALO_APP_SECRET: secret,
        VID_ZALO_AUTHORIZE_URL: `${origin}/v4/permission`,
        VID_ZALO_TOKEN_URL: `${origin}/v4/access_token`,
        VID_ZALO_GRAPH_URL: `${origin}/v2.0/`,
        VID_ZALO_PICTURE_HOSTS: origin,
      };
      return { server, settings };
    },
  };
  const started = await Promise.all(names.map(async (name) => ({ name, ...(await start[name]()) })));
  return {
    servers: Object.fromEntries(started.map(({ name, server }) => [name, server])),
    settings: Object.assign({}, ...started.map(({ settings }) => settings)),
    async close() {
      await Promise.all(started.map(({ server }) => server.close()));
    },
  };
}
