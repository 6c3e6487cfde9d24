/**
 * A position in the primary's write-ahead log, in bytes, and the time of reading the position, in
 * milliseconds.
 */
export type Position = { readonly at: number; readonly position: bigint };

/**
 * Returns the newest time up to which the standby has every commit: the time of the newest position that it
 * has replayed. The time of its last replayed commit would be wrong for a standby that has lost its primary
 * or whose primary is idle. Returns undefined if the standby has replayed none of the positions.
 */
export function completeUntil(positions: readonly Position[], replayed: bigint): number | undefined {
  return positions.findLast(({ position }) => position <= replayed)?.at;
}
