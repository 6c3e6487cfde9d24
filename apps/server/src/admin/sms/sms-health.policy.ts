export type Replies = {
  readonly accepted: number;
  readonly refused: number;
  readonly unknown: number;
  readonly averageMs: number | null;
};

export type SmsHealth = 'idle' | 'working' | 'slow' | 'refusing';

/** Share of refused and unknown replies above which a gateway counts as refusing. */
const refusedShare = 0.2;
/** Average reply time above which a gateway counts as slow. */
const slowMs = 1_500;

export function healthOf({ accepted, refused, unknown, averageMs }: Replies): SmsHealth {
  const all = accepted + refused + unknown;
  if (all === 0 || averageMs === null) return 'idle';
  if ((refused + unknown) / all > refusedShare) return 'refusing';
  return averageMs > slowMs ? 'slow' : 'working';
}
