import type { RelyingClient } from '../harness/relying-client.ts';

/** Sign-ons of either protocol; one signed-in browser per cookie. */
export type SsoJob = RelyingClient & {
  readonly origin: string;
  readonly protocol: 'community' | 'openid';
  readonly seconds: number;
  readonly authPath: string;
  readonly tokenPath: string;
  readonly cookies: readonly string[];
};
