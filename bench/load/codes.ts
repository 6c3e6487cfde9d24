import { startSmsSink } from '@vid/testkit/outside/sinks';

export type Codes = {
  readonly url: string;
  /** Resolves with the code in the next message to a phone. Call `codeFor` before requesting the message. */
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
