import { startSmsSink } from '@vid/testkit/sinks';

/** Stands where the SMS gateway stands, and hands each code to whoever waits for its phone. */
export type Codes = {
  /** What VID_SMS_URL is to be. */
  readonly url: string;
  /** The code of the next message to a phone; ask before the message is caused. */
  codeFor(phone: string): Promise<string>;
  forget(phone: string): void;
};

export async function startCodes(): Promise<Codes> {
  const waiting = new Map<string, (code: string) => void>();
  const { url } = await startSmsSink(({ json }) => {
    // The last line binds the code to its origin: “@id.example.vn #123456”.
    const code = /#(\d{6})\s*$/u.exec(json['text'] ?? '')?.[1];
    if (code !== undefined) waiting.get(json['to'] ?? '')?.(code);
  });
  return {
    url,
    codeFor: (phone) =>
      new Promise((resolve) => {
        waiting.set(phone, resolve);
      }),
    forget: (phone) => void waiting.delete(phone),
  };
}
