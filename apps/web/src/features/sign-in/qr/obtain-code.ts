import { api } from '#shared/api/api.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import type { QrState } from './follow-request.ts';

/** The public part of a QR code. The secret is in a cookie. */
export type QrCodeShown = { readonly qrId: string; readonly url: string; readonly number: number };

export type OpenCode = QrCodeShown & { readonly status: QrState['status']; readonly until: number };

const openStatuses: readonly QrState['status'][] = ['pending', 'scanned', 'approved'];

const untilOf = ({ expiresIn }: { readonly expiresIn: number }): number => Date.now() + expiresIn * 1_000;

/** Reads the code from a history entry's state, which survives a reload and belongs to one tab. */
export function readKeptCode(state: unknown): QrCodeShown | null {
  const kept = isRecord(state) ? state['qr'] : null;
  if (!isRecord(kept)) return null;
  const { qrId, url, number } = kept;
  if (typeof qrId !== 'string' || typeof url !== 'string' || typeof number !== 'number') return null;
  return { qrId, url, number };
}

/** Returns the code that was shown before a reload if the phone can still use it, else a new code. */
export async function obtainCode(kept: QrCodeShown | null): Promise<OpenCode> {
  const state = kept && (await readState(kept.qrId));
  if (kept && state && openStatuses.includes(state.status))
    return { ...kept, status: state.status, until: untilOf(state) };
  const { qrId, url, number, expiresIn } = await api.post('/vid/ajax/auth/qr', { isRepeatable: true });
  return { qrId, url, number, status: 'pending', until: untilOf({ expiresIn }) };
}

async function readState(qrId: string): Promise<QrState | null> {
  try {
    return await api.get('/vid/ajax/auth/qr/:qrId', { params: { qrId }, isRepeatable: true });
  } catch (error) {
    if (failedWith(error, 'QR_NOT_FOUND')) return null;
    throw error;
  }
}
