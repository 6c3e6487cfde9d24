import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Expects the page title to get the focus, which the pressed button cannot keep because the change has removed it. */
export const expectFocusOnTitle = (): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
