/** What pages may load: only from our own origin (operations/README.md). */
export type PolicyInput = {
  readonly nonce: string;
  readonly isSecure: boolean;
  /** Hosts of pictures named in the application parameters. */
  readonly imageHosts: readonly string[];
};

export const reportPath = '/vid/csp-report';

/**
 * Scripts run by nonce alone: an injected tag has none. `upgrade-insecure-requests` is left out on plain http,
 * where it would turn the loopback page's own files into https addresses that nobody serves.
 */
export function contentSecurityPolicy(input: PolicyInput): string {
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', `'nonce-${input.nonce}'`, "'strict-dynamic'"],
    ['style-src', "'self'", `'nonce-${input.nonce}'`],
    ['font-src', "'self'"],
    ['img-src', "'self'", 'data:', ...input.imageHosts],
    ['connect-src', "'self'"],
    ['worker-src', "'self'"],
    ['manifest-src', "'self'"],
    ['form-action', "'self'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', "'none'"],
    ...(input.isSecure ? [['upgrade-insecure-requests']] : []),
    ['report-to', 'csp'],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** Watched, not enforced: the SDKs of sign-in providers are not written for it. */
export const trustedTypesPolicy = "require-trusted-types-for 'script'; report-to csp";
