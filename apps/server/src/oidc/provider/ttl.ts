/** These lifetimes are in seconds; docs/integrate.md (section 3) states them. */
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

/** The library counts whole seconds since 1970. */
export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
