export type PolicyInput = {
  readonly nonce: string;
  readonly isSecure: boolean;
  readonly imageHosts: readonly string[];
  /**
   * Origins that Facebook's SDK calls and frames. Its script needs no origin, because `'strict-dynamic'` trusts
   * the scripts that the app adds.
   */
  readonly sdkOrigins: readonly string[];
};

export const reportPath = '/vid/csp-report';

/**
 * Pages load only from their own origin and the listed hosts, and pictures also from `data:` URLs. A script runs
 * only with the nonce, which an injected tag lacks, or if such a script has added it. Over plain http,
 * `upgrade-insecure-requests` is omitted, because it would rewrite the page's own files to https, which is not
 * served.
 */
export function contentSecurityPolicy(input: PolicyInput): string {
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', `'nonce-${input.nonce}'`, "'strict-dynamic'"],
    ['style-src', "'self'", `'nonce-${input.nonce}'`],
    ['font-src', "'self'"],
    ['img-src', "'self'", 'data:', ...input.imageHosts],
    ['connect-src', "'self'", ...input.sdkOrigins],
    ...(input.sdkOrigins.length > 0 ? [['frame-src', ...input.sdkOrigins]] : []),
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

/** Report-only, because the SDKs of sign-in providers violate this policy. */
export const trustedTypesPolicy = "require-trusted-types-for 'script'; report-to csp";
