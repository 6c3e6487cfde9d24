/** Returns 128 random bits in hexadecimal. Browsers lack `crypto.randomUUID` on plain-HTTP pages. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
