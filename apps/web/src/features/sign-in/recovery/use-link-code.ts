import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Returns the secret in a link's fragment. Removes it from the URL at once to keep it out of the history, and reads it
 * again when another link is opened on the same page.
 */
export function useLinkCode(): string {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState(hash.slice(1));
  // Removes the secret from the browser's URL.
  useEffect(() => {
    if (hash === '') return;
    // oxlint-disable-next-line react/set-state-in-effect -- another link was opened
    setCode(hash.slice(1));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return code;
}
