import type { ComponentProps } from 'react';
import { Drawing, Icon, type IconName } from '#shared/ui/display/icons.tsx';

/** Icons only for pages behind the sign-in, in a separate module so that the sign-in page does not load them. */
const strokes = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5',
  plus: 'M12 5.5v13M5.5 12h13',
  more: 'M12 6h.01M12 12h.01M12 18h.01',
  forward: 'm9.5 6 6 6-6 6',
  back: 'm14.5 6-6 6 6 6',
  down: 'm6 9.5 6 6 6-6',
  apps: 'M4.5 4.5h6v6h-6zm9 0h6v6h-6zm-9 9h6v6h-6zm9 0h6v6h-6z',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 8a6.5 6.5 0 0 1 13 0m0-14.7a3.5 3.5 0 0 1 0 6.4m2.5 2.6a6.5 6.5 0 0 1 3.5 5.7',
  settings:
    'M4 8h8m4 0h4M4 16h4m4 0h8M14 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01m-.01 5.5h.01',
  out: 'M10 4.5H5v15h5M9.5 12h11m-4-4 4 4-4 4',
  in: 'M5 19.5h14M12 4v11m-4-4 4 4 4-4',
} as const;

export type PageIconName = IconName | keyof typeof strokes;

const isOwn = (name: PageIconName): name is keyof typeof strokes => Object.hasOwn(strokes, name);

export function PageIcon({
  name,
  ...rest
}: { name: PageIconName } & Omit<ComponentProps<typeof Icon>, 'name'>) {
  if (!isOwn(name)) return <Icon name={name} {...rest} />;
  return (
    <Drawing
      path={strokes[name]}
      isMirrored={name === 'out' || name === 'forward' || name === 'back'}
      strokeWidth={name === 'more' ? 3 : 1.75}
      {...rest}
    />
  );
}
