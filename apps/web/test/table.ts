import { screen, waitFor } from '@testing-library/react';

/** Waits for a list with its rows. The skeleton that a slow list shows first has a table too. */
export const findTable = (): Promise<HTMLElement> =>
  waitFor(() => {
    const table = screen.getByRole('table');
    if (table.closest('[aria-busy="true"]')) throw new Error('the list is still loading');
    return table;
  });
