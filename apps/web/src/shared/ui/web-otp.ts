/** WebOTP (WICG): not in TypeScript's DOM types, and only in Chromium on phones. */
type OtpCredential = Credential & { readonly code: string };

function isOtpCredential(credential: Credential | null): credential is OtpCredential {
  return credential !== null && 'code' in credential && typeof credential.code === 'string';
}

/** Asks the browser for the code of the next SMS whose last line names this site; the answer stops asking. */
export function receiveSmsCode(onCode: (code: string) => void): () => void {
  if (!('OTPCredential' in globalThis)) return () => {};
  const controller = new AbortController();
  const options: CredentialRequestOptions & { otp: { transport: string[] } } = {
    otp: { transport: ['sms'] },
    signal: controller.signal,
  };
  const listen = async () => {
    try {
      const credential = await navigator.credentials.get(options);
      if (isOtpCredential(credential)) onCode(credential.code);
    } catch {
      // Refused by the person, or given up by us: the code is then typed.
    }
  };
  void listen();
  return () => controller.abort();
}
