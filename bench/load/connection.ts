import { Client } from 'undici';
import type { Prepared } from './jobs.ts';

export type Reply = {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
  /** `name=value` pairs of the cookies that the response sets. */
  readonly cookies: readonly string[];
};

/** A keep-alive connection that sends one request at a time, through undici's lowest-overhead interface. */
export type Connection = { send(request: Prepared): Promise<Reply>; close(): Promise<void> };

/**
 * Opens a keep-alive connection.
 * @param localAddress client address that the server sees, in 127.0.0.0/8
 */
export function openConnection(origin: string, localAddress = '127.0.0.1'): Connection {
  const client = new Client(origin, {
    pipelining: 1,
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
    localAddress,
  });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        let status = 0;
        let text = '';
        let location: string | undefined;
        let cookies: readonly string[] = [];
        client.dispatch(
          { method, path, headers, body: body ?? null },
          {
            onRequestStart() {},
            onResponseStart(_controller, statusCode, received) {
              status = statusCode;
              if (typeof received['location'] === 'string') ({ location } = received);
              cookies = [received['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '');
            },
            onResponseData(_controller, chunk) {
              text += chunk.toString('utf8');
            },
            onResponseEnd() {
              resolve({ status, body: text, location, cookies });
            },
            onResponseError(_controller, error) {
              reject(error);
            },
          },
        );
      }),
    close: () => client.destroy(),
  };
}
