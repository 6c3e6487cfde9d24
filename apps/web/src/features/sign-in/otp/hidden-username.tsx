/** The phone beside a new password, so that password managers save the pair; not for eyes or for the keyboard. */
export function HiddenUsername({ phone }: { phone: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      readOnly
      defaultValue={phone}
      className="sr-only"
      tabIndex={-1}
      aria-hidden
    />
  );
}
