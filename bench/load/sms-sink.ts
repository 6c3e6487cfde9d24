import { createServer } from 'node:http';

/** Stands where the SMS gateway stands, over a real socket, and hands each code to whoever waits for its phone. */
export type SmsSink = {
  readonly port: number;
  /** The code of the next message to a phone; ask before the message is caused. */
  codeFor(phone: string): Promise<string>;
  forget(phone: string): void;
};

export async function startSmsSink(): Promise<SmsSink> {
  const waiting = new Map<string, (code: string) => void>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      response.writeHead(200, { 'content-length': 2, 'content-type': 'application/json' }).end('{}');
      const message: { to?: string; text?: string } = JSON.parse(body);
      // The last line binds the code to its origin: “@id.example.vn #123456”.
      const code = /#(\d{6})\s*$/u.exec(message.text ?? '')?.[1];
      if (code !== undefined) waiting.get(message.to ?? '')?.(code);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the loopback interface gives no port');
  return {
    port: address.port,
    codeFor: (phone) =>
      new Promise((resolve) => {
        waiting.set(phone, resolve);
      }),
    forget: (phone) => void waiting.delete(phone),
  };
}
