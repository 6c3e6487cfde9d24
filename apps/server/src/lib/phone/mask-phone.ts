/**
 * Masks a phone number for logs, audit rows and other people's pages: `+8491****12`. Returns `****` for a
 * missing or short number. The function has its own file, because `phone.ts` loads large metadata.
 */
export function maskPhone(e164: string | null): string {
  return e164 === null || e164.length < 9 ? '****' : `${e164.slice(0, 5)}****${e164.slice(-2)}`;
}

/**
 * Masks a Vietnamese phone in national form for messages that another person may read: `091• ••• •12`. Masks
 * other numbers as `maskPhone` does.
 */
export function maskPhoneForReader(e164: string | null): string {
  return maskPhone(e164).replace(/^\+84(\d\d)\*{4}(\d\d)$/, '0$1• ••• •$2');
}
