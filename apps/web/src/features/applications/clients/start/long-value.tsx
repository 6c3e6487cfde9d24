import { Fragment } from 'react';

/**
 * Shows an address or another value as code. A line breaks after a slash or a hyphen, and inside a word only if the
 * word is wider than the line. Not every browser breaks after a slash without `wbr`.
 */
export function LongValue({ value }: { value: string }) {
  const parts = value.match(/[^/?&=-]+[/?&=-]*|[/?&=-]+/g) ?? [];
  return (
    <code className="min-w-0 wrap-anywhere" translate="no">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part has no other identity
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
