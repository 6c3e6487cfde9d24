import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { UserInfo } from '../src/state/auth.ts';
import { settledOutline } from './outline.ts';

/** Presses the first control with each name, because a list has every control in both a card and the table. */
type Presses = (...names: readonly (string | RegExp)[]) => Promise<void>;

export type ShownPage = {
  readonly path?: string;
  readonly who?: UserInfo;
  /** Overrides the server's responses for this page. */
  readonly answers?: () => void;
  readonly steps?: (press: Presses, user: UserEvent) => Promise<unknown>;
  readonly of?: 'dialog' | 'main';
};

const roles = ['button', 'menuitem', 'radio', 'checkbox', 'link'] as const;

const pressesOf =
  (user: UserEvent): Presses =>
  async (...names) => {
    for (const name of names) {
      const control = await waitFor(() => {
        const found = roles.map((role) => screen.queryAllByRole(role, { name })[0]).find(Boolean);
        if (!found) throw new Error(`nothing is named ${String(name)}`);
        return found;
      });
      await user.click(control);
      // A menu closes shortly after one of its items is pressed.
      if (control.getAttribute('role') === 'menuitem')
        await waitFor(() => expect(control.isConnected).toBe(false));
    }
  };

/** Compares the texts and controls of each page with the stored outline. `vitest -u` accepts the differences. */
export function testShownPages(
  pages: Readonly<Record<string, ShownPage>>,
  open: (page: ShownPage) => UserEvent,
): void {
  test.each(Object.entries(pages))('show %s', async (_name, page) => {
    const { answers, steps, of } = page;
    answers?.();
    const user = open(page);
    if (steps) {
      await settledOutline();
      await steps(pressesOf(user), user);
    }
    expect(await settledOutline(of && (() => screen.getByRole(of)))).toMatchSnapshot();
  });
}

export const inMain = (pages: Readonly<Record<string, ShownPage>>): Readonly<Record<string, ShownPage>> =>
  Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, { of: 'main', ...page }]));
