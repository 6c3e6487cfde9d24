/** An e-mail address below a name: whole in a card, on one line in a table. */
export function EmailLine({ email }: { email: string }) {
  return (
    <bdi title={email} className="block text-sm wrap-anywhere text-muted lg:max-w-44 lg:truncate">
      {email}
    </bdi>
  );
}
