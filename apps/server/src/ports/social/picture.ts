/**
 * Returns a picture's URL if pages may load it, otherwise null. `hosts` are sources of a content security
 * policy; `*.` covers subdomains of any depth.
 */
export function allowedPicture(picture: string | null, hosts: readonly string[]): string | null {
  if (picture === null || !URL.canParse(picture)) return null;
  const { origin } = new URL(picture);
  const isAllowed = hosts.some((host) => {
    const [before, after] = host.split('*.');
    if (before === undefined || after === undefined) return origin === host;
    return origin.startsWith(before) && origin.endsWith(`.${after}`);
  });
  return isAllowed ? picture : null;
}
