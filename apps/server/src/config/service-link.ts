type Environment = Readonly<Record<string, string | undefined>>;

const linkNames =
  /^VID_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)$/u;
const portNames = /^VID_(?:\w+_)?PORT$/u;
const linkUrl = /^(?:tcp|udp|sctp):\/\//u;

/**
 * Returns whether a variable belongs to a service named `vid` or `vid-…`. Kubernetes and Docker set variables
 * such as `VID_SERVICE_HOST` and `VID_PORT=tcp://10.0.0.1:8080` for it, which are not settings.
 */
export function isServiceLink(name: string, value: string, environment: Environment): boolean {
  if (portNames.test(name) && !/_SERVICE_PORT$|_(?:TCP|UDP|SCTP)_PORT$/u.test(name))
    return linkUrl.test(value.trim());
  if (linkNames.test(name)) return true;
  // Docker also sets `…_NAME` and `…_ENV_…` next to the port of a linked container.
  return Object.entries(environment).some(([port, url = '']) => {
    if (!portNames.test(port) || !linkUrl.test(url.trim())) return false;
    const prefix = port.slice(0, -'PORT'.length);
    return name === `${prefix}NAME` || name.startsWith(`${prefix}ENV_`);
  });
}
