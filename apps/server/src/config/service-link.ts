type Environment = Readonly<Record<string, string | undefined>>;

const linkNames =
  /^VID_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)$/u;
const dockerNames = /^VID_(?:\w+_)?(?:NAME|ENV_\w+)$/u;
const linkUrl = /^(?:tcp|udp|sctp):\/\//u;

/**
 * Whether Kubernetes or Docker set a variable for a service named `vid` or `vid-…`, for example `VID_SERVICE_HOST` and
 * `VID_PORT=tcp://10.0.0.1:8080`. Such variables are not settings.
 */
export function isServiceLink(name: string, value: string, environment: Environment): boolean {
  if (/^VID_(?:\w+_)?PORT$/u.test(name) && !/_SERVICE_PORT$|_(?:TCP|UDP|SCTP)_PORT$/u.test(name))
    return linkUrl.test(value.trim());
  if (linkNames.test(name)) return true;
  return dockerNames.test(name) && linkUrl.test(environment['VID_PORT'] ?? '');
}
