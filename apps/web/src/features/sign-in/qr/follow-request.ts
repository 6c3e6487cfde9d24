import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { repeatWhileOpen } from '#shared/lib/browser/repeat-while-open.ts';

export type QrState = Answer<'GET /vid/ajax/auth/qr/:qrId'>;

const pollMs = 3_000;
/** State of a request that the server no longer knows, for example because the member has signed out everywhere. */
const gone: QrState = { status: 'expired', expiresIn: 0 };

/**
 * Reports the state of a QR sign-in whenever it may have changed, until the returned function is called. Uses
 * server-sent events, and polls if they do not arrive because of a limit, an outage or a buffering proxy.
 */
export function followRequest(qrId: string, onState: (state: QrState) => void): () => void {
  const stopping = new AbortController();
  const report = (state: QrState): void => {
    if (!stopping.signal.aborted) onState(state);
  };
  const poll = async (): Promise<void> => {
    try {
      report(await api.get('/vid/ajax/auth/qr/:qrId', { params: { qrId }, signal: stopping.signal }));
    } catch (error) {
      // The next poll retries after any failure other than QR_NOT_FOUND.
      if (failedWith(error, 'QR_NOT_FOUND')) report(gone);
    }
  };
  const events = new EventSource(`/vid/ajax/auth/qr/${encodeURIComponent(qrId)}/events`);
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's type, as in the HTTP client
    report(JSON.parse(data) as QrState);
  });
  const stopPolling = repeatWhileOpen((isAwake) => {
    // After sleep or a change of network, a dead stream may still look open.
    if (isAwake || events.readyState !== EventSource.OPEN) void poll();
  }, pollMs);
  return () => {
    stopping.abort();
    events.close();
    stopPolling();
  };
}
