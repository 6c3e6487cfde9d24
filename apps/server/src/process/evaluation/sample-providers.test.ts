import { registerHooks } from 'node:module';
import { expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { withSampleProviders } from './sample-providers.ts';

const read = (environment: Record<string, string>) => ({
  environment,
  config: readConfig(environment, { dataDir: '/nonexistent' }),
});

it('VID starts a sample for each provider that is not configured', async () => {
  const own = { VID_GOOGLE_CLIENT_ID: 'own', VID_GOOGLE_CLIENT_SECRET: 's' };
  const started = await withSampleProviders(read(own));
  try {
    const { config } = started;
    expect(config.googleClientId).toBe('own');
    expect(config.googleTokenUrl.href).toBe('https://oauth2.googleapis.com/token');
    for (const url of [config.zaloAuthorizeUrl, config.facebookDialogUrl]) {
      expect(url.hostname).toBe('127.0.0.1');
      expect(await (await fetch(url)).text()).toContain('This is not the real');
    }
    expect(started.environment).toMatchObject({ VID_ZALO_APP_ID: config.zaloAppId });
  } finally {
    await started.close();
  }
  await expect(fetch(started.config.zaloAuthorizeUrl)).rejects.toThrow('fetch failed');
});

it.each([
  ['if they are switched off', { VID_SAMPLE_PROVIDERS: 'off' }],
  [
    'in production',
    {
      VID_MODE: 'production',
      VID_PUBLIC_URL: 'https://id.example.vn',
      VID_DATABASE_URL: 'postgres://vid@db.internal/vid?sslmode=verify-full',
      VID_MASTER_KEY: 'ab'.repeat(32),
      VID_SMS_URL: 'https://sms.example.vn/send',
    },
  ],
] as const)('VID starts no sample providers and loads none of their code %s', async (_case, environment) => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      loaded.push(specifier);
      return next(specifier, context);
    },
  });
  const given = read(environment);
  const started = await withSampleProviders(given);
  hooks.deregister();
  expect(started.config).toBe(given.config);
  expect(started.config.zaloAppId).toBeUndefined();
  expect(loaded.filter((specifier) => specifier.includes('sample-providers/start'))).toEqual([]);
  await started.close();
});
