import { saveFile } from '#shared/lib/save-file.ts';

/** Downloads a text with Windows line endings, which every system reads. */
export function download(text: string): void {
  const blob = new Blob([text.replaceAll('\n', '\r\n')], { type: 'text/plain;charset=utf-8' });
  saveFile(blob, 'vid-recovery-codes.txt');
}

/** Prints only the text, in a frame, because printing the page would print all of its content. */
export function print(text: string): void {
  const frame = document.createElement('iframe');
  frame.className = 'fixed size-0 border-0 opacity-0';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  document.body.append(frame);
  const page = frame.contentWindow;
  if (page === null) return;
  const lines = page.document.createElement('pre');
  lines.textContent = text;
  page.document.body.append(lines);
  page.addEventListener('afterprint', () => frame.remove());
  page.print();
}
