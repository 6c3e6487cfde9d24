/** Lives in seconds; docs/integrate.md, section 3, tells integrators. */
export const lives = {
  code: 60,
  accessToken: 300,
  idToken: 300,
  refreshIdle: 7 * 86_400,
  refreshMax: 30 * 86_400,
  interaction: 600,
  device: 600,
  grant: 31 * 86_400,
  pushedRequest: 60,
} as const;
