import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { EndpointName } from '../src/shared/api/request-types.ts';
import { refusal } from './fake-server.ts';
import { network } from './member.tsx';

const text = 'Bạn thao tác quá nhanh.';

/**
 * Presses the first button with this name. Expects the button to be busy until the server refuses the request, and then
 * the server's text.
 */
export async function expectRefusedPress(
  user: UserEvent,
  endpoint: EndpointName,
  name: string | RegExp,
  server = network(),
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.on(endpoint, async () => {
    await promise;
    return refusal(429, { error: text, message: 'RATE_LIMITED' });
  });
  const button = (await screen.findAllByRole('button', { name }))[0];
  if (!button) throw new Error('the page has no such button');
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect(screen.queryByText(text)).toBeNull();
  resolve();
  expect(await screen.findByText(text)).toBeDefined();
  expect(button.getAttribute('aria-busy')).toBeNull();
}
