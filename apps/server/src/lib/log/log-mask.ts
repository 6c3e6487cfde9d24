/** The first alternative matches the ids of a span, whose digits could look like a phone number. */
const phone =
  /"(?:trace|span)_id":"[\da-f]{16,32}"|(?<![\d.])(?:(?:\+84|0084)[ .-]?|0|(?<!":|[[,])84)\d(?:[ .-]?\d){8}(?!\d)/gu;
/** Matches the output of `newSecret()`. */
const secret = /(?<![\w-])[\w-]{43}(?![\w-])/gu;
/** Matches secrets that libraries write as NAME=value or "NAME":"value". */
const named =
  /((?:vid_(?:sid|pre|flow)|password|otp(?:Token|Value)|captcha(?:Token|Value)|authorization)(?:=|\\?"\s*:\s*\\?"))[^"\\;,&\s]+/giu;
/** JSON leaves these control characters unescaped, and terminals interpret some of them. */
// oxlint-disable-next-line no-control-regex -- the expression exists to find control characters
const controls = /[\u007f-\u009f]/gu;

/**
 * End of a request's log line, which needs no masking because its values are validated or come from closed
 * lists.
 */
const requestLineEnd = '"msg":"request"}\n';

/**
 * Masks phone numbers and secrets in a finished JSON line by their form or name, except in the line of a
 * request. The mask is a second line of defence, because no code should log them.
 */
export function maskLine(line: string): string {
  if (line.endsWith(requestLineEnd)) return line;
  return line
    .replace(named, '$1[masked]')
    .replace(secret, '[masked]')
    .replace(phone, maskNumber)
    .replace(controls, escapeCharacter);
}

/** Masks a number as `+8491****12`, enough for its owner to recognize it and too little to call it. */
function maskNumber(text: string): string {
  if (text.startsWith('"')) return text;
  const digits = text.replace(/\D/gu, '');
  const national = digits.replace(/^(?:00)?84/u, '').replace(/^0/u, '');
  return `+84${national.slice(0, 2)}****${national.slice(-2)}`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
