import { escapeCharacter } from './log-pretty.ts';

/**
 * The second line of defence of the log: the first is that nobody logs a secret. What looks like a phone number
 * or like one of our bearer secrets is masked in the finished line, wherever it came from.
 */
const phone = /(?<![\d.])(?:(?:\+84|0084)[ .-]?|0|(?<!":|[[,])84)\d(?:[ .-]?\d){8}(?!\d)/gu;
/** `newSecret()`: 43 characters of base64url, the shape of every cookie and token of VID. */
const secret = /(?<![\w-])[\w-]{43}(?![\w-])/gu;
/** An otpToken, key or cookie that was written as NAME=value or "NAME":"value" by some library. */
const named =
  /((?:vid_(?:sid|pre|flow)|password|otp(?:Token|Value)|captcha(?:Token|Value)|authorization)(?:=|\\?"\s*:\s*\\?"))[^"\\;,&\s]+/giu;

/** JSON leaves these as they are, and some of them are commands to a terminal that shows the log. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
const controls = /[\u007f-\u009f]/gu;

/** The line of a request, of which every value is checked or from a closed list: nothing is in it to be masked. */
const requestLineEnd = '"msg":"request"}\n';

export function maskLine(line: string): string {
  if (line.endsWith(requestLineEnd)) return line;
  return line
    .replace(named, '$1[masked]')
    .replace(secret, '[masked]')
    .replace(phone, maskPhone)
    .replace(controls, escapeCharacter);
}

/** `+8491****12`: enough to recognise a case together with its owner, too little to call anybody. */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/gu, '');
  const national = digits.replace(/^(?:00)?84/u, '').replace(/^0/u, '');
  return `+84${national.slice(0, 2)}****${national.slice(-2)}`;
}
