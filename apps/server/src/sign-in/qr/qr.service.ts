import { qrLimits } from '@vid/contract/limits';
import type { Caller } from '#http/caller.ts';
import type { EventSource } from '#http/event-stream.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newSecret } from '#lib/ids.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import type { SignIn } from '../services.ts';
import { drawNumbers, type QrStatus } from './qr.policy.ts';
import { createQrRepo, type QrBrowser } from './qr.repo.ts';

type State = { readonly status: QrStatus; readonly expiresIn: number };

const limitSeconds = 600;
const rereadMs = 2_000;
/** Statuses that end the stream. After `approved`, the screen still has to sign in. */
const finalStatuses: ReadonlySet<QrStatus> = new Set(['denied', 'used', 'expired']);

/** Handles the requests of the screen that shows the QR code. */
export function createQrService({ config, sql, keys, random, counters, events }: SignIn) {
  const repo = createQrRepo(sql);
  return {
    async start(input: { preSessionHash: Buffer; caller: Caller }) {
      const { preSessionHash, caller } = input;
      const limit = { windowSeconds: limitSeconds, limit: config.qrAddressTenMinutes };
      await counters.allow(...networkHits('qr', caller.addressKey, limit));
      const [number, decoyOne, decoyTwo] = drawNumbers(random);
      const secret = newSecret();
      const id = newId('qr');
      await repo.insert({
        id,
        pollHash: keys.hashSecret(secret),
        preSessionHash,
        userAgent: caller.userAgent,
        address: caller.address,
        number,
        decoyOne,
        decoyTwo,
      });
      // The URL comes from the configuration, never from the request (host header injection).
      const url = new URL(`/vid/web/qr/${id}`, config.publicUrl).href;
      return { secret, started: { qrId: id, url, number, expiresIn: qrLimits.lifeSeconds } };
    },

    async getState(id: string, browser: QrBrowser): Promise<State> {
      const request = await repo.findOfBrowser(id, browser);
      if (!request) throw new AppError('QR_NOT_FOUND');
      return { status: request.status, expiresIn: request.expiresIn };
    },

    /**
     * Sends the current state and every change until the state is final.
     * @throws AppError QR_NOT_FOUND, also for another browser's request (Q2)
     */
    async follow(id: string, browser: QrBrowser): Promise<EventSource<State>> {
      const { expiresIn } = await this.getState(id, browser);
      return ({ send, end }) => {
        let last: QrStatus | undefined;
        let reread: NodeJS.Timeout | undefined;
        let isClosed = false;
        const read = async (): Promise<void> => {
          try {
            const row = await repo.readState(id);
            // The row is deleted when all access to the account that scanned the code ends.
            const state: State = row
              ? { status: row.status, expiresIn: row.expiresIn }
              : { status: 'denied', expiresIn: 0 };
            if (state.status !== last) send(state);
            last = state.status;
            if (finalStatuses.has(state.status)) end();
          } catch {
            // Retry while the database is down. If all streams ended now, their pages would reconnect at the
            // same time.
            clearTimeout(reread);
            if (!isClosed) reread = setTimeout(() => void read(), rereadMs);
          }
        };
        const unsubscribe = events.subscribe('qr', id, () => void read());
        // The state may have changed before the subscription, which reports only later changes.
        void read();
        // The database rounds the seconds up, so the request has expired when the timer fires.
        const expiry = setTimeout(() => void read(), expiresIn * 1_000);
        return () => {
          isClosed = true;
          unsubscribe();
          clearTimeout(expiry);
          clearTimeout(reread);
        };
      };
    },
  };
}
