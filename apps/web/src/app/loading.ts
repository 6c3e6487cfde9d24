import { commonEvents } from '#state/common.ts';

let pending = 0;

/** Global loading: on while at least one request that was not muted is under way. */
export function loadingStarted(): void {
  pending += 1;
  commonEvents.loadingChanged(true);
}

export function loadingStopped(): void {
  pending = Math.max(0, pending - 1);
  commonEvents.loadingChanged(pending > 0);
}
