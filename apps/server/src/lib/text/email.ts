import { domainToASCII } from 'node:url';
import { cleanEmail } from '@vid/contract/clean-text';

const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/iu;
const domainLabel = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/u;

/**
 * Returns an e-mail address (RFC 5321 without quoted strings and address literals) with its domain in
 * lower-case ASCII; undefined if the input is not an e-mail address.
 */
export function parseEmail(input: string): string | undefined {
  const text = cleanEmail(input);
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = domainToASCII(text.slice(at + 1));
  const labels = domain.split('.');
  const isGood =
    local.length <= 64 &&
    localPart.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => domainLabel.test(label)) &&
    /[a-z]/u.test(labels.at(-1) ?? '');
  const address = `${local}@${domain}`;
  return isGood && address.length <= 254 ? address : undefined;
}

export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(at, 1))}***${email.slice(Math.max(at, 0))}`;
}
