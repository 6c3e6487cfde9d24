import * as v from 'valibot';
import { type StoredUser, useAuth } from './auth.ts';
import { boundedText } from './persistence/schemas.ts';
import { createPersistedSlice } from './persistence/persisted-slice.ts';

type Selection = { selectedAppId: string | null };

const initial: Selection = { selectedAppId: null };

/** Only the selection is stored. Everything else in `UserApp` is derived from `me`. */
export const useSelectedApp = createPersistedSlice(initial, {
  name: 'user-app',
  version: 1,
  kept: { selectedAppId: v.nullable(boundedText) },
});

export type UserApp = Selection & {
  managableApplications: StoredUser['managableApplications'];
  exclusiveNavId: string[];
  navParam: Record<string, string>;
};

/** If the account does not manage the selected application, its first managed application, if any, is selected. */
export function userAppOf(
  user: Pick<StoredUser, 'managableApplications' | 'exclusiveNavIds'> | null,
  selectedAppId: string | null,
): UserApp {
  const managableApplications = user?.managableApplications ?? [];
  const selected = managableApplications.find(({ id }) => id === selectedAppId) ?? managableApplications[0];
  return {
    managableApplications,
    selectedAppId: selected?.id ?? null,
    exclusiveNavId: user?.exclusiveNavIds ?? [],
    navParam: selected === undefined ? {} : { appId: selected.id },
  };
}

export function useUserApp(): UserApp {
  const user = useAuth((state) => state.user);
  const selectedAppId = useSelectedApp((state) => state.selectedAppId);
  return userAppOf(user, selectedAppId);
}

export const userAppEvents = {
  applicationSelected(selectedAppId: string): void {
    useSelectedApp.setState({ selectedAppId });
  },
  sessionEnded(): void {
    useSelectedApp.setState(initial);
  },
};
