import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { loadBrowser } from '../load/requests.ts';

/** Pages that show a QR code, each with its own connection for the code's events. */
export type OpenPages = { close(): void };

/** Number of codes that are requested at the same time. */
const batch = 50;

export async function requestCodes(
  origin: string,
  count: number,
): Promise<{ cookie: string; qrId: string }[]> {
  const { headers } = await loadBrowser(origin);
  const one = async () => {
    const answer = await fetch(`${origin}/vid/ajax/auth/qr`, { method: 'POST', headers, body: '{}' });
    const secret = answer.headers.getSetCookie().find((line) => line.startsWith('vid_qr='));
    const { data }: { data: { qrId: string } } = JSON.parse(await answer.text());
    return { cookie: `${headers['cookie'] ?? ''}; ${secret?.split(';')[0] ?? ''}`, qrId: data.qrId };
  };
  const codes = [];
  while (codes.length < count) codes.push(...(await Promise.all(Array.from({ length: batch }, one))));
  return codes;
}

export async function openPages(
  origin: string,
  codes: readonly { readonly cookie: string; readonly qrId: string }[],
): Promise<OpenPages> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const responses: IncomingMessage[] = [];
  for (let from = 0; from < codes.length; from += batch)
    responses.push(
      ...(await Promise.all(
        codes.slice(from, from + batch).map(async ({ cookie, qrId }) => {
          const request = get(`${origin}/vid/ajax/auth/qr/${qrId}/events`, { agent, headers: { cookie } });
          const answered: Promise<IncomingMessage[]> = once(request, 'response');
          const [response] = await answered;
          if (response?.statusCode !== 200) throw new Error(`the events answered ${response?.statusCode}`);
          await once(response, 'data');
          return response.on('data', () => undefined).on('error', () => undefined);
        }),
      )),
    );
  return {
    close() {
      for (const response of responses) response.destroy();
      agent.destroy();
    },
  };
}
