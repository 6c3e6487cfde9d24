/** WebOTP (WICG). Missing from TypeScript's DOM types; only Chromium on phones implements it. */
type OtpCredential = Credential & { readonly code: string };

function isOtpCredential(credential: Credential | null): credential is OtpCredential {
  return credential !== null && 'code' in credential && typeof credential.code === 'string';
}

/** Waits for the code of the next SMS whose last line names this origin. Returns a function that stops waiting. */
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
      // The user refused or the request was aborted, so the code is typed instead.
    }
  };
  void listen();
  return () => controller.abort();
}
