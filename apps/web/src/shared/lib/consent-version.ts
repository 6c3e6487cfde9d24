import { termsVersion } from '@vid/contract/limits';

/** Returns the version of a text to show to users. Consents name the built-in text, which is version 1, by its date. */
export function shownVersion(noticeVersion: string): string {
  return noticeVersion === termsVersion ? '1' : noticeVersion;
}
