import type { TestBrowser } from '../browser.ts';

export type StartedQr = { readonly qrId: string; readonly number: number };

export async function startQr(screen: TestBrowser, address?: string): Promise<StartedQr> {
  const { data } = await screen.post('/vid/ajax/auth/qr', {}, address === undefined ? {} : { address });
  return { qrId: String(data['qrId']), number: Number(data['number']) };
}

/** Scans the QR code with a member's phone. Returns the response, even if it is an error. */
export function scanQr(phone: TestBrowser, { qrId }: StartedQr, address?: string) {
  return phone.post(`/vid/ajax/auth/qr/${qrId}/scan`, {}, address === undefined ? {} : { address });
}

/**
 * Approves a QR sign-in, by default with the number on the screen that shows the code. Returns the response, even if it
 * is an error.
 */
export function approveQr(
  phone: TestBrowser,
  { qrId, number }: StartedQr,
  options: { readonly number?: number; readonly address?: string } = {},
) {
  const { address } = options;
  return phone.post(
    `/vid/ajax/auth/qr/${qrId}/approve`,
    { number: options.number ?? number },
    address === undefined ? {} : { address },
  );
}

export async function signInByQr(screen: TestBrowser, phone: TestBrowser) {
  const started = await startQr(screen);
  await scanQr(phone, started);
  const approved = await approveQr(phone, started);
  if (approved.status !== 200) throw new Error(`the approval returned ${approved.status} ${approved.code}`);
  return screen.post('/vid/ajax/auth/login/qr', { qrId: started.qrId });
}
