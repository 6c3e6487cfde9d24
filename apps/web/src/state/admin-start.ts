import * as v from 'valibot';
import { boundedList, boundedText } from './persistence/schemas.ts';
import { createPersistedSlice } from './persistence/persisted-slice.ts';

/**
 * An administrator's progress on the page that opens the administration, so that a reload or the next sign-in continues
 * there. Contains no secret and grants nothing.
 */
type AdminStart = {
  /** Account that the other fields describe; null if they describe none. */
  accountId: string | null;
  /** Steps that the account had to take, including those already completed. */
  steps: readonly string[];
  /** Whether the account has recovery codes that its owner has not yet confirmed as stored. */
  areCodesDue: boolean;
};

const initial: AdminStart = { accountId: null, steps: [], areCodesDue: false };

export const useAdminStart = createPersistedSlice(initial, {
  name: 'adminStart',
  version: 1,
  kept: { accountId: v.nullable(boundedText), steps: boundedList(boundedText), areCodesDue: v.boolean() },
});

const startOf = (accountId: string, state: AdminStart): AdminStart =>
  state.accountId === accountId ? state : { ...initial, accountId };

export const selectStart = (accountId: string | undefined) => (state: AdminStart) =>
  accountId === state.accountId ? state : initial;

export const adminStartEvents = {
  stepDemanded(accountId: string, step: string): void {
    useAdminStart.setState((state) => {
      const start = startOf(accountId, state);
      return { ...start, steps: [...new Set([...start.steps, step])] };
    });
  },
  codesMade(accountId: string): void {
    useAdminStart.setState((state) => ({ ...startOf(accountId, state), areCodesDue: true }));
  },
  codesStored(): void {
    useAdminStart.setState({ areCodesDue: false });
  },
  finished(): void {
    useAdminStart.setState(initial);
  },
};
