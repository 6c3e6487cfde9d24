import { Provider } from 'oidc-provider';
import { describe, expect, it } from 'vitest';
import { createProviderHolder } from './provider-holder.ts';

describe('the holder of the OpenID Connect provider', () => {
  it('notices rotated signing keys after ten seconds, and rebuilds the provider', async () => {
    let version = 'one';
    let now = 0;
    const signingKeys = {
      load: () => Promise.resolve({ version, jwks: { keys: [] } }),
      version: () => Promise.resolve(version),
      rotate: () => Promise.resolve(),
    };
    const holder = createProviderHolder(
      signingKeys,
      () => new Provider('https://id.example.vn'),
      () => now,
    );
    const first = await holder.get();
    version = 'two';
    now = 9_999;
    expect(await holder.get()).toBe(first);
    now = 10_000;
    const second = await holder.get();
    expect(second).not.toBe(first);
    now = 20_000;
    expect(await holder.get()).toBe(second);
  });
});
