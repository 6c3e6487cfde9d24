import * as v from 'valibot';
import { create } from 'zustand';
import { endDraft, profileDraftKey } from '#session/kept-draft.ts';
import { onSessionEnded } from '#session/session.ts';
import { boundedText } from '#state/persistence/schemas.ts';
import type { ProfileValues } from './profile-values.ts';

/**
 * Unsaved form values. The tab stores them, so they survive navigation and a reload. `sessionToken` is the public id of
 * the session that they were typed in; they are removed when it ends or when another one takes its place.
 */
type Draft = {
  sessionToken: string | null;
  values: ProfileValues | null;
  /** Whether the draft is only in this page, because the tab cannot store it. */
  isUnstored: boolean;
};

const stored = v.strictObject({ sessionToken: boundedText, values: v.record(boundedText, boundedText) });
const empty: Draft = { sessionToken: null, values: null, isUnstored: false };

function restore(): Draft {
  try {
    const parsed = v.safeParse(stored, JSON.parse(sessionStorage.getItem(profileDraftKey) ?? 'null'));
    return parsed.success ? { ...parsed.output, isUnstored: false } : empty;
  } catch {
    return empty;
  }
}

export const useProfileDraft = create<Draft>()(restore);

export function keepDraft(sessionToken: string, values: ProfileValues): void {
  useProfileDraft.setState({ sessionToken, values, isUnstored: !store({ sessionToken, values }) });
}

/** False if storage is disabled or full. */
function store(draft: Omit<Draft, 'isUnstored'>): boolean {
  try {
    sessionStorage.setItem(profileDraftKey, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(): void {
  useProfileDraft.setState(empty);
  endDraft();
}

onSessionEnded(dropDraft);
