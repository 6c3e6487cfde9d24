import { textLimits, webClientId } from '@vid/contract/limits';
import type { ClientIdProblem } from './client-id.policy.ts';
import type { KeyProblem } from './client-keys.ts';
import { logoBytes, type LogoProblem } from './logo.ts';
import { takenNames, type AddressProblem } from './redirect-address.policy.ts';

/** What an operator reads when something can't be registered. */
export const nameProblem = `A name has at least one letter or digit, at most ${textLimits.maxGraphemes} characters, and no line breaks or other control characters.`;

export const logoProblems: Record<LogoProblem, string> = {
  address: 'its address must begin with https',
  unreachable: 'it was not answered within five seconds, or with a redirect or an error',
  'too-large': `a logo weighs at most ${logoBytes / 1024} KiB`,
  'no-picture': 'it is no PNG, JPEG, WebP or SVG',
};

export const addressProblems: Record<AddressProblem, string> = {
  'not-an-address': 'it is no address',
  scheme: 'its scheme must be https (native clients: a reversed domain name such as vn.example.app:/)',
  'plain-http': 'plain http is for loopback addresses of native clients and of evaluation mode only',
  userinfo: 'it must not hold a user name or password',
  fragment: 'it must not hold a fragment (#)',
  wildcard: 'wildcards are not understood; register each address',
  spelling:
    'write it in its plain form: lower-case host, no default port, no spaces, backslashes or dot segments',
  'answer-name': `its query must not hold a name that VID answers with (${takenNames.join(', ')})`,
};

export const clientIdProblems: Record<ClientIdProblem, string> = {
  form: 'it is 1 to 128 letters, digits, dots, - or _, and begins with a letter or digit',
  reserved: `${webClientId} is VID itself, and some words (constructor, toString…) mean something to programs`,
};

export const keyProblems: Record<KeyProblem, string> = {
  'no-set': 'it is no {"keys": [...]} with at least one key',
  private:
    'it is private or shared; give the public part alone, and make a new pair if this one was handed on',
  kind: 'it must be for one of ES256, RS256, PS256, Ed25519 or EdDSA (EC on P-256, RSA, OKP on Ed25519)',
  use: 'it must be for signatures (use "sig", key_ops with "verify", or neither)',
  broken: 'it can’t be read as a key',
  short: 'an RSA key has at least 2048 bits',
};
