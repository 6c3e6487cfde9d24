import { createContext, useContext, useEffect } from 'react';
import { useT } from '#shared/i18n/use-t.ts';

export const AssociationName = createContext('');

/** Sets the title to "Sign in · <association>", the format of the prerendered page. */
export function useDocumentTitle(title: string): void {
  const t = useT();
  const association = useContext(AssociationName) || t('common.associationName');
  // The title is outside React's tree.
  useEffect(() => {
    document.title = `${title} · ${association}`;
  }, [title, association]);
}
