import { isRecord } from '#shared/lib/is-record.ts';
import { persistPrefix, removeFromTab } from '#state/persistence/persisted-slice.ts';

export const draftsKey = `${persistPrefix}drafts`;

/** Returns the session in which the stored drafts were typed; null without readable drafts. Never throws. */
export function readDraftOwner(): string | null {
  try {
    const drafts: unknown = JSON.parse(sessionStorage.getItem(draftsKey) ?? 'null');
    return isRecord(drafts) ? String(drafts['sessionToken']) : null;
  } catch {
    return null;
  }
}

/** Removes the drafts. Needs no module of a form, because none may be loaded when the session ends. */
export function endDrafts(): void {
  removeFromTab(draftsKey);
}
