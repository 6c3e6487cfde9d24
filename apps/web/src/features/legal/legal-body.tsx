import { listItemsOf, type LegalText } from '@vid/contract/legal/legal-text';
import { formatDay, timeZone } from '#shared/i18n/format.ts';

/** Shows the sections of a document. React escapes markup in their texts. */
export function LegalBody({ text, heading: Heading }: { text: LegalText; heading: 'h2' | 'h3' | 'h4' }) {
  return text.sections.map((section, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- sections have no other identity, and may be equal
    <section key={place} className="mt-8">
      {section.title !== '' && (
        <Heading className="text-lg font-semibold wrap-anywhere">{section.title}</Heading>
      )}
      {section.paragraphs.map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other identity, and may be equal
        <Paragraph key={index} text={paragraph} />
      ))}
    </section>
  ));
}

function Paragraph({ text }: { text: string }) {
  const items = listItemsOf(text);
  if (items === undefined) return <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>;
  return (
    <ul className="mt-2 list-disc ps-6 wrap-anywhere">
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- list items have no other identity, and may be equal
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}

function dayOf(time: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone }).format(new Date(time));
}

type Props = { label: string; version: number; publishedAt: string };

/** Shows a version with its date, such as "Version 2 · 25/11/2026". `label` is in the language of the document. */
export function VersionLine({ label, version, publishedAt }: Props) {
  const day = dayOf(publishedAt);
  return (
    <p className="mt-2 text-sm text-muted">
      {`${label} ${version} · `}
      <time dateTime={day}>{formatDay(day)}</time>
    </p>
  );
}
