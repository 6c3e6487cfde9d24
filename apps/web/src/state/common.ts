import { create } from 'zustand';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import type { UnreadCommon } from './unread-fields.ts';

/** The user quotes `requestId` to the operator. */
export type ShownError = { text: string; requestId: string | null };

export type CommonState = UnreadCommon & {
  /** Whether a request with `showLoading` or a lazy page is loading. */
  loading: boolean;
  /** Error to show as a notification. Showing it sets the field to null. */
  error: ShownError | null;
  /** Text key to show as a success notification. Showing it sets the field to null. */
  displayMessage: PlainKey | null;
  isOffline: boolean;
  /** Whether a page, or a part of a page, could not be loaded and waits for the network. */
  isPageWaiting: boolean;
};

const initial: CommonState = {
  loading: false,
  error: null,
  displayMessage: null,
  layoutScrollRefresh: 0,
  isOffline: false,
  isPageWaiting: false,
};

export const useCommon = create<CommonState>()(() => initial);

let pendingLoads = 0;
let waitingPages = 0;

export const commonEvents = {
  loadingStarted(): void {
    pendingLoads += 1;
    if (pendingLoads === 1) useCommon.setState({ loading: true });
  },
  loadingStopped(): void {
    pendingLoads -= 1;
    if (pendingLoads === 0) useCommon.setState({ loading: false });
  },
  failed(error: ShownError): void {
    useCommon.setState({ error });
  },
  errorShown(): void {
    useCommon.setState({ error: null });
  },
  succeeded(displayMessage: PlainKey): void {
    useCommon.setState({ displayMessage });
  },
  messageShown(): void {
    useCommon.setState({ displayMessage: null });
  },
  pageWaitStarted(): void {
    waitingPages += 1;
    useCommon.setState({ isPageWaiting: true });
  },
  pageWaitEnded(): void {
    waitingPages -= 1;
    useCommon.setState({ isPageWaiting: waitingPages > 0 });
  },
  wentOffline(): void {
    useCommon.setState({ isOffline: true });
  },
  cameOnline(): void {
    useCommon.setState({ isOffline: false });
  },
};
