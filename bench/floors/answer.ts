import type { IncomingMessage } from 'node:http';

/** What a floor's route does; it becomes `data` of the answer. */
export type Answer = (request: IncomingMessage) => Promise<unknown>;

export function readJson<T>(request: IncomingMessage): Promise<T> {
  return new Promise((resolve, reject) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('error', reject).on('end', () => resolve(JSON.parse(body)));
  });
}
