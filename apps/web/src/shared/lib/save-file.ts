export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // Revoke the address later, because the browser reads it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
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
