import { create } from 'zustand';
import { onSessionEnded } from '#session/session.ts';
import type { ProfileValues } from './profile-values.ts';

/** Unsaved form values. Kept in memory only, so they survive navigation but not the session. */
type Draft = { accountId: string | null; values: ProfileValues | null };

const empty: Draft = { accountId: null, values: null };

export const useProfileDraft = create<Draft>()(() => empty);

/** Makes the browser ask before the page is closed or reloaded. */
function warn(leaving: BeforeUnloadEvent): void {
  leaving.preventDefault();
}

export function keepDraft(accountId: string, values: ProfileValues): void {
  useProfileDraft.setState({ accountId, values });
  addEventListener('beforeunload', warn);
}

export function dropDraft(): void {
  removeEventListener('beforeunload', warn);
  useProfileDraft.setState(empty);
}

onSessionEnded(dropDraft);
