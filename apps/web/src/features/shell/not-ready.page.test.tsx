import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { fillPath } from '#navigation/paths.ts';
import { unbuiltPaths } from '#navigation/menu/unbuilt-paths.ts';
import { NotReadyPage } from './not-ready.page.tsx';

describe('placeholder page', () => {
  useMemberScreens();

  test.each(Object.keys(unbuiltPaths))('%s names the missing screen and links back', (path) => {
    renderPage(<NotReadyPage />, person, fillPath(path, { appId: 'app_1', id: 'per_1' }) ?? '');
    expect(screen.getByText('Trang này chưa hoạt động')).toBeDefined();
    expect(screen.getByText(/^Tại đây/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Về trang thông tin' }).getAttribute('href')).toBe(
      '/user/information',
    );
  });
});
