/** Whether the browser supports passkeys. The built-in browsers of some apps do not. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;
