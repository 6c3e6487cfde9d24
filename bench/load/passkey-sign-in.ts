import { TestAuthenticator } from '@vid/testkit/sign-in/authenticator';
import type { Connection } from './connection.ts';
import type { Outcome, PasskeySignInJob } from './jobs.ts';
import { repeatOperation } from './operations.ts';
import { roundRobin } from './round-robin.ts';

const path = '/vid/ajax/auth/login/passkey';

/**
 * Runs sign-ins with passkeys, each with the next passkey and from a known device, one visitor per connection.
 */
export function runPasskeySignIn(job: PasskeySignInJob): Promise<Outcome> {
  const { port } = new URL(job.origin);
  const nextDevice = roundRobin(
    job.passkeys.map(({ passkey, deviceToken }) => ({
      device: new TestAuthenticator({ origin: `http://${job.rpId}:${port}`, rpId: job.rpId }, passkey),
      deviceToken,
    })),
  );
  return repeatOperation({ ...job, concurrency: job.visitors.length }, async (connection, index) => {
    const visitor = job.visitors[index];
    if (!visitor) throw new Error('a connection has no visitor');
    const { device, deviceToken } = nextDevice();
    return signIn(connection, { ...visitor, cookie: `${visitor['cookie']}; vid_dev=${deviceToken}` }, device);
  });
}

/** Signs in once. Returns the first status that is not 200, otherwise 200. */
async function signIn(
  connection: Connection,
  headers: Readonly<Record<string, string>>,
  device: TestAuthenticator,
): Promise<number> {
  const post = (to: string, body: object) =>
    connection.send({ method: 'POST', path: to, headers, body: JSON.stringify(body) });
  const asked = await post(`${path}/options`, {});
  if (asked.status !== 200) return asked.status;
  const { data }: { data: { challenge: string } } = JSON.parse(asked.body);
  const { status } = await post(path, { passkey: device.get(data) });
  return status;
}
