/** Lifetimes in seconds, documented in docs/integrate.md, section 3. */
export const ttl = {
  code: 60,
  accessToken: 300,
  idToken: 300,
  refreshIdle: 7 * 86_400,
  refreshMax: 30 * 86_400,
  interaction: 600,
  device: 600,
  grant: 31 * 86_400,
  pushedRequest: 60,
  clientAssertion: 600,
} as const;

/** Converts to whole seconds since 1970, the unit of oidc-provider. */
export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
