import { cleanup, render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach } from 'vitest';
import { loadTexts, setLocale } from '#shared/i18n/i18n.ts';

afterEach(cleanup);

export async function renderUi(node: ReactNode): Promise<RenderResult & { user: UserEvent }> {
  await setLocale('vi');
  await loadTexts('core', 'shell');
  const user = userEvent.setup();
  return { user, ...render(<MemoryRouter>{node}</MemoryRouter>) };
}
