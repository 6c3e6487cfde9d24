import { createCipheriv, randomBytes } from 'node:crypto';
import { webClientId } from '@vid/contract/limits';

/**
 * Creates a client token as the web app does.
 * @param key the `clientTokenKey` of the client configuration, base64
 */
export function createClientToken(key: string, content: Readonly<Record<string, unknown>>): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(key, 'base64'), iv);
  const text = JSON.stringify({ id: 'test', clientId: webClientId, timestamp: Date.now(), ...content });
  return `m:${Buffer.concat([iv, cipher.update(text), cipher.final()]).toString('base64')}`;
}
