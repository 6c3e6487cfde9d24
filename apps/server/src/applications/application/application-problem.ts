import type { ErrorCode } from '@vid/contract/errors';
import type { FieldReason } from '@vid/contract/field-reasons';
import { AppError } from '#lib/app-error.ts';
import { cleanText } from '#lib/text/text.ts';
import { textLimits, webClientId } from '@vid/contract/limits';
import type { ClientIdProblem } from '#applications/clients/client-id.policy.ts';
import type { KeyProblem } from '#applications/clients/client-keys.ts';
import { logoBytes, type LogoProblem } from './logo.ts';
import { takenNames, type AddressProblem } from '#applications/clients/redirect-address.policy.ts';

/** Explains to operators, in English, why a change to an application or client is refused. */
export class ApplicationProblem extends AppError {
  constructor(message: string, fields?: Readonly<Record<string, FieldReason>>, code?: ErrorCode) {
    super(code ?? 'VALIDATION_FAILED', fields === undefined ? {} : { fields });
    this.message = message;
  }
}

export const noApplication = (code: string) =>
  new ApplicationProblem(`There is no application with the code ${code}.`, undefined, 'NOT_FOUND');

const nameProblem = `A name needs at least one letter or digit, has at most ${textLimits.maxGraphemes} characters, and no line breaks or other control characters.`;

export function needName(name: string, field: 'name' | 'operatorName' = 'name'): string {
  const verdict = cleanText(name);
  // Require a letter or digit, because a name that consists only of joiners looks empty.
  if ('text' in verdict && /[\p{L}\p{N}]/u.test(verdict.text)) return verdict.text;
  throw new ApplicationProblem(nameProblem, { [field]: 'applicationName' });
}

export const logoProblems: Record<LogoProblem, string> = {
  address: 'its address must start with https',
  unreachable: 'its server did not answer within five seconds, or answered with a redirect or an error',
  'too-large': `it is larger than ${logoBytes / 1024} KiB`,
  'no-picture': 'it is not a PNG, JPEG, WebP or SVG',
};

export const addressProblems: Record<AddressProblem, string> = {
  'not-an-address': 'it is not an address',
  scheme: 'its scheme must be https (native clients: a reversed domain name such as vn.example.app:/)',
  loopback:
    'an https address of this machine is allowed in evaluation mode only, and for native clients only as https://localhost without a port (a page in a WebView)',
  'plain-http': 'plain http is allowed for loopback addresses of native clients and in evaluation mode only',
  userinfo: 'it must not contain a user name or password',
  fragment: 'it must not contain a fragment (#)',
  wildcard: 'wildcards are not supported; register each address',
  spelling:
    'write it in canonical form: lower-case host, no default port, no spaces, backslashes or dot segments',
  'answer-name': `its query must not contain a name that VID’s answer uses (${takenNames.join(', ')})`,
};

export const clientIdProblems: Record<ClientIdProblem, string> = {
  form: 'it must be 1 to 128 letters, digits, dots, - or _, and start with a letter or digit',
  reserved: `${webClientId} is VID itself, and some words (constructor, toString…) are reserved`,
};

export const keyProblems: Record<KeyProblem, string> = {
  'no-set': 'it is not {"keys": [...]} with at least one key',
  private: 'it is private or symmetric; give the public key only, and make a new pair if this one was shared',
  kind: 'it must be for one of ES256, RS256, PS256, Ed25519 or EdDSA (EC on P-256, RSA, OKP on Ed25519)',
  use: 'it must be for signatures (use "sig", key_ops with "verify", or neither)',
  broken: 'it cannot be read as a key',
  short: 'an RSA key must have at least 2048 bits',
};

export const addressReasons: Record<AddressProblem, FieldReason> = {
  'not-an-address': 'addressForm',
  scheme: 'addressScheme',
  loopback: 'addressLoopback',
  'plain-http': 'addressPlainHttp',
  userinfo: 'addressUserinfo',
  fragment: 'addressFragment',
  wildcard: 'addressWildcard',
  spelling: 'addressSpelling',
  'answer-name': 'addressAnswerName',
};

export const logoReasons: Record<LogoProblem, FieldReason> = {
  address: 'logoAddress',
  unreachable: 'logoUnreachable',
  'too-large': 'logoTooLarge',
  'no-picture': 'logoNoPicture',
};
