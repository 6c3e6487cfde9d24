import type { UserInfo } from './auth.ts';
import { isText, isTextMap, listOf, orNull, shape } from './guards.ts';
import { createPersistedSlice } from './persisted-slice.ts';

type ManagableApplication = UserInfo['managableApplications'][number];

export type UserAppState = {
  managableApplications: ManagableApplication[];
  selectedAppId: string | null;
  /** Ids of menu items that are hidden from this person. */
  exclusiveNavId: string[];
  /** Values put into the parameters of menu paths. */
  navParam: Record<string, string>;
};

const initial: UserAppState = {
  managableApplications: [],
  selectedAppId: null,
  exclusiveNavId: [],
  navParam: {},
};

export const useUserApp = createPersistedSlice(initial, {
  name: 'user-app',
  version: 1,
  kept: {
    managableApplications: listOf(shape<ManagableApplication>({ id: isText, code: isText, name: isText })),
    selectedAppId: orNull(isText),
    exclusiveNavId: listOf(isText),
    navParam: isTextMap,
  },
});

function navParamOf(appId: string | null): Record<string, string> {
  return appId === null ? {} : { appId };
}

export const userAppEvents = {
  profileLoaded({ managableApplications, exclusiveNavIds }: UserInfo): void {
    const { selectedAppId } = useUserApp.getState();
    const isStillThere = managableApplications.some(({ id }) => id === selectedAppId);
    const appId = isStillThere ? selectedAppId : (managableApplications[0]?.id ?? null);
    useUserApp.setState({
      managableApplications,
      exclusiveNavId: exclusiveNavIds,
      selectedAppId: appId,
      navParam: navParamOf(appId),
    });
  },
  applicationSelected(appId: string): void {
    useUserApp.setState({ selectedAppId: appId, navParam: navParamOf(appId) });
  },
  sessionEnded(): void {
    useUserApp.setState(initial);
  },
};
