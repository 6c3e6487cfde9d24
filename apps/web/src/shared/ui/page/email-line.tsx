/** An e-mail address below a name: whole in a card, where it wraps before the `@`, on one line in a table. */
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
