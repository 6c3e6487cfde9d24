export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // Revoke the URL later, because the browser reads it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export function saveCsv(parts: readonly { readonly csv: string }[], name: string): void {
  saveFile(
    new Blob(
      parts.map(({ csv }) => csv),
      { type: 'text/csv;charset=utf-8' },
    ),
    name,
  );
}
