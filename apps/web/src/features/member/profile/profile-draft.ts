import { create } from 'zustand';
import { onSessionEnded } from '#session/session.ts';
import type { ProfileValues } from './profile-values.ts';

/** What was typed and not saved. In memory alone: it outlives a look at another page, not the person. */
type Draft = { accountId: string | null; values: ProfileValues | null };

const empty: Draft = { accountId: null, values: null };

export const useProfileDraft = create<Draft>()(() => empty);

/** The browser then asks before the page is closed or loaded again. */
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
