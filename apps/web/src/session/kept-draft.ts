import { isRecord } from '#shared/lib/is-record.ts';
import { persistPrefix, removeFromTab } from '#state/persistence/persisted-slice.ts';

/** The tab's storage of an unsaved profile. */
export const profileDraftKey = `${persistPrefix}profile-draft`;

/** The session that the stored draft was typed in; null without a readable draft. Never throws. */
export function readDraftOwner(): string | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(profileDraftKey) ?? 'null');
    return isRecord(draft) ? String(draft['sessionToken']) : null;
  } catch {
    return null;
  }
}

/** Removes the draft. The module of its form may not be loaded when its session ends. */
export function endDraft(): void {
  removeFromTab(profileDraftKey);
}
