type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
};
declare global {
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

/**
 * Returns a URL from VID's own build or server as a value that the page's Trusted Types policy accepts for a script or
 * a worker.
 */
export function trustedScriptUrl(policyName: string, url: string): string {
  const policy = window.trustedTypes?.createPolicy(policyName, { createScriptURL: (own) => own });
  return policy === undefined ? url : policy.createScriptURL(url);
}
