import { termsVersion } from '@vid/contract/limits';

/** The version of a text as people know it. Consents name the built-in text, which is version 1, by its date. */
export function shownVersion(noticeVersion: string): string {
  return noticeVersion === termsVersion ? '1' : noticeVersion;
}
