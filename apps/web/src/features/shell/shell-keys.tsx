import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { linksOf } from '#navigation/menu/menu.ts';
import { neededPart } from '#navigation/lazy-part.ts';
import { isShortcut } from '#shared/lib/browser/is-typing.ts';
import { useShownMenu } from './shell-menu.ts';

const KeysHelp = neededPart(() => import('./keys-help.tsx'), 'KeysHelp');

/** Time, in milliseconds, within which the letter of a page must follow `g`. */
const letterMs = 1500;

/** Opens a page of the workspace by `g` and a letter, and the list of shortcuts by `?`. */
export function ShellKeys() {
  const menu = useShownMenu();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  // The dialog stays mounted, so that its closing is animated.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const onLetter = useEffectEvent((letter: string): boolean => {
    const path = linksOf(menu).find(({ key }) => key === letter)?.path;
    if (path !== undefined) void navigate(path);
    return path !== undefined;
  });
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const pressed = (press: KeyboardEvent) => {
      if (!isShortcut(press)) return;
      const isSecond = performance.now() - pressedAt < letterMs;
      pressedAt = !isSecond && press.key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
      if (isSecond ? onLetter(press.key.toLowerCase()) : press.key === '?') press.preventDefault();
      if (!isSecond && press.key === '?') setIsOpen(true);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <Suspense fallback={null}>
      {wasOpen && <KeysHelp menu={menu} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </Suspense>
  );
}
