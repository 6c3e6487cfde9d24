/**
 * Common words in titles that must not break across lines. Browsers may break at the space that Vietnamese writes
 * between a word's syllables, and at an English hyphen. Longer words are excluded, because they could be wider than a
 * phone with text at 200 %. A question mark belongs to the word before it.
 */
const words =
  /((?:đăng nhập|đăng xuất|đăng ký|tài khoản|mật khẩu|ứng dụng|thiết bị|yêu cầu|truy cập|thông tin|bảo mật|được phép|one-time|sign-in|sign-out)\??)/giu;

export function WholeWords({ text }: { text: string }) {
  return text.split(words).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a part has no other identity
    <span key={index} className={index % 2 === 0 ? undefined : 'whitespace-nowrap'}>
      {part}
    </span>
  ));
}
