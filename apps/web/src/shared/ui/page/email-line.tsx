/**
 * An e-mail address below a name. In a card it is shown in full and wraps before the `@`; in a table it stays on one
 * line.
 */
export function EmailLine({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <bdi title={email} className="block text-sm wrap-anywhere text-muted lg:max-w-44 lg:truncate">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}
