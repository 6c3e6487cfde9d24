import { useEffect } from 'react';
import { useT } from '#shared/i18n/use-t.ts';

/** "Sign in · <association>"; the pre-rendered page carries the same title from the start. */
export function useDocumentTitle(title: string): void {
  const t = useT();
  const association = t('common.associationName');
  // The title lies outside of what React renders.
  useEffect(() => {
    document.title = `${title} · ${association}`;
  }, [title, association]);
}
