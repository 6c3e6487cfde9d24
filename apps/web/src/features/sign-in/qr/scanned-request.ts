import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type ScannedRequest = Answer<'POST /vid/ajax/auth/qr/:qrId/scan'> & {
  readonly until: number;
};

/** Result to show after the request is decided or lost. `unusable` contains the reason. */
export type Outcome = 'approved' | 'denied' | { readonly unusable: string };

/** Reads a QR sign-in request. The server binds the request to the account that reads it first. */
export async function scan(qrId: string): Promise<ScannedRequest> {
  const request = await api.post('/vid/ajax/auth/qr/:qrId/scan', { params: { qrId }, isRepeatable: true });
  return { ...request, until: Date.now() + request.expiresIn * 1_000 };
}

/**
 * Returns the outcome of a request that was decided earlier, for example by this page before a reload; null for an
 * undecided request.
 */
export function outcomeOf({ status }: ScannedRequest): Outcome | null {
  if (status === 'denied') return 'denied';
  return status === 'approved' || status === 'used' ? 'approved' : null;
}
