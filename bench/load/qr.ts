import type { Connection, Reply } from './connection.ts';
import type { Outcome, QrJob } from './jobs.ts';
import { repeatOperation } from './operations.ts';
import { roundRobin } from './round-robin.ts';

/** Runs QR sign-ins of four requests each. Each sign-in uses the next phone. */
export function runQr(job: QrJob): Promise<Outcome> {
  const nextPhone = roundRobin(job.phones);
  return repeatOperation(job, (connection) => signIn(connection, job.headers, nextPhone()));
}

/** Signs in once. Returns the first status that is not 200, otherwise 200. */
async function signIn(
  connection: Connection,
  headers: Readonly<Record<string, string>>,
  phone: string,
): Promise<number> {
  const { cookie: preSession = '' } = headers;
  const post = (path: string, cookie: string, body: object): Promise<Reply> =>
    connection.send({
      method: 'POST',
      path,
      headers: { ...headers, cookie: `${preSession}; ${cookie}` },
      body: JSON.stringify(body),
    });
  const started = await post('/vid/ajax/auth/qr', '', {});
  if (started.status !== 200) return started.status;
  const { data }: { data: { qrId: string; number: number } } = JSON.parse(started.body);
  const scanned = await post(`/vid/ajax/auth/qr/${data.qrId}/scan`, phone, {});
  if (scanned.status !== 200) return scanned.status;
  const approved = await post(`/vid/ajax/auth/qr/${data.qrId}/approve`, phone, { number: data.number });
  if (approved.status !== 200) return approved.status;
  const secret = started.cookies.find((cookie) => cookie.startsWith('vid_qr=')) ?? '';
  const { status } = await post('/vid/ajax/auth/login/qr', secret, { qrId: data.qrId });
  return status;
}
