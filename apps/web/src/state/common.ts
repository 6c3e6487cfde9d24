import { create } from 'zustand';
import type { PlainKey } from '#shared/i18n/message-types.ts';

/** What went wrong, as shown; `requestId` is for whoever asks the operator about it. */
export type ShownError = { text: string; requestId: string | null };

/** Nothing of it outlives the page. */
export type CommonState = {
  /** Whether a request that was not muted is under way. */
  loading: boolean;
  /** Shown as an error notification and cleared at once. */
  error: ShownError | null;
  /** The key of a text, shown as a success notification and cleared at once. */
  displayMessage: PlainKey | null;
  /** Counts up when the scroll areas of the layout must measure themselves again. */
  layoutScrollRefresh: number;
  isOffline: boolean;
};

const initial: CommonState = {
  loading: false,
  error: null,
  displayMessage: null,
  layoutScrollRefresh: 0,
  isOffline: false,
};

export const useCommon = create<CommonState>()(() => initial);

export const commonEvents = {
  loadingChanged(loading: boolean): void {
    if (useCommon.getState().loading !== loading) useCommon.setState({ loading });
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
  layoutChanged(): void {
    useCommon.setState(({ layoutScrollRefresh }) => ({ layoutScrollRefresh: layoutScrollRefresh + 1 }));
  },
  wentOffline(): void {
    useCommon.setState({ isOffline: true });
  },
  cameOnline(): void {
    useCommon.setState({ isOffline: false });
  },
};
