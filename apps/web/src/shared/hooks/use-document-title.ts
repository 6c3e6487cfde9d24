import { useEffect } from 'react';
import { useT } from '#shared/i18n/use-t.ts';

/** Sets the title to "Sign in · <association>", the format of the prerendered page. */
export function useDocumentTitle(title: string): void {
  const t = useT();
  const association = t('common.associationName');
  // The title is outside React's tree.
  useEffect(() => {
    document.title = `${title} · ${association}`;
  }, [title, association]);
}
