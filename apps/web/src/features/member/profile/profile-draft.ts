import * as v from 'valibot';
import { create } from 'zustand';
import { endDraft, profileDraftKey, warnOfDraft } from '#session/kept-draft.ts';
import { onSessionEnded } from '#session/session.ts';
import { boundedText } from '#state/persistence/schemas.ts';
import type { ProfileValues } from './profile-values.ts';

/**
 * Unsaved form values. The tab stores them, so they survive navigation and a reload, but not the session that they were
 * typed in: `sessionToken` is its public id. The end of the session, another session and a start in one remove them.
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

export function keepDraft(sessionToken: string, values: ProfileValues): void {
  useProfileDraft.setState({ sessionToken, values });
  warnOfDraft();
  try {
    sessionStorage.setItem(profileDraftKey, JSON.stringify({ sessionToken, values }));
  } catch {
    // Storage is disabled or full, so the draft lasts as long as the page.
  }
}

export function dropDraft(): void {
  useProfileDraft.setState(empty);
  endDraft();
}

onSessionEnded(dropDraft);
