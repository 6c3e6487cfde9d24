/** Shows the page that `before-paint.ts` may have hidden. */
export function releasePage(): void {
  delete document.documentElement.dataset['hold'];
}
