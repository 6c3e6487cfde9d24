import * as v from 'valibot';
import { create } from 'zustand';
import { onSessionEnded, profileDraftKey } from '#session/session.ts';
import { removeFromTab } from '#state/persistence/persisted-slice.ts';
import { boundedText } from '#state/persistence/schemas.ts';
import type { ProfileValues } from './profile-values.ts';

/**
 * Unsaved form values. The tab stores them, so they survive navigation and a reload, but not the session that they were
 * typed in: `sessionToken` is its public id, and a sign-out removes them.
 */
type Draft = { sessionToken: string | null; values: ProfileValues | null };

const stored = v.strictObject({ sessionToken: boundedText, values: v.record(boundedText, boundedText) });
const empty: Draft = { sessionToken: null, values: null };

function restore(): Draft {
  try {
    const parsed = v.safeParse(stored, JSON.parse(sessionStorage.getItem(profileDraftKey) ?? 'null'));
    return parsed.success ? parsed.output : empty;
  } catch {
    return empty;
  }
}

export const useProfileDraft = create<Draft>()(restore);

/** Makes the browser ask before the page is closed or reloaded. */
function warn(leaving: BeforeUnloadEvent): void {
  leaving.preventDefault();
}

export function keepDraft(sessionToken: string, values: ProfileValues): void {
  useProfileDraft.setState({ sessionToken, values });
  addEventListener('beforeunload', warn);
  try {
    sessionStorage.setItem(profileDraftKey, JSON.stringify({ sessionToken, values }));
  } catch {
    // Storage is forbidden or full, so the draft lasts as long as the page.
  }
}

export function dropDraft(): void {
  removeEventListener('beforeunload', warn);
  useProfileDraft.setState(empty);
  removeFromTab(profileDraftKey);
}

onSessionEnded(dropDraft);
