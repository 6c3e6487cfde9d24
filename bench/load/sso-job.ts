/** Sign-ons of either protocol; one signed-in browser per cookie. */
export type SsoJob = {
  readonly origin: string;
  readonly protocol: 'community' | 'openid';
  readonly seconds: number;
  readonly authPath: string;
  readonly tokenPath: string;
  readonly cookies: readonly string[];
  readonly appCode: string;
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUri: string;
};
