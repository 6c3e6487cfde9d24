import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Bone, BoneBadges, BoneButtons } from './skeleton.tsx';

test('the texts of a skeleton are hidden from screen readers', async () => {
  await renderUi(
    <>
      <Bone text="Còn 2 ngày" />
      <BoneButtons texts={['Khóa']} />
      <BoneBadges texts={['Đang hoạt động']} />
    </>,
  );
  const texts = ['Còn 2 ngày', 'Khóa', 'Đang hoạt động'];
  expect(texts.filter((text) => !screen.getByText(text).closest('[aria-hidden=true]'))).toEqual([]);
});
