import type { Answer } from '#shared/api/request-types.ts';
import { DataList } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/values.tsx';

type Refusal = Answer<'GET /vid/api/apps/:appId/clients/:clientId/refusals/:reference'>;
type Props = {
  refusal: Refusal;
  labels: { readonly time: string; readonly reason: string };
  /** Labels of details. A detail without a label is shown under its name in the log. */
  names?: Readonly<Record<string, string>>;
};

export function RefusalDetails({ refusal: { reason, at, clientId, details }, labels, names = {} }: Props) {
  return (
    <DataList
      items={{
        [labels.time]: <Time at={at} withSeconds />,
        [labels.reason]: <Code text={reason} />,
        [names['client_id'] ?? 'client_id']: clientId !== null && <Code text={clientId} />,
        ...Object.fromEntries(
          details.map(({ name, value }) => [names[name] ?? name, <Code key={name} text={value} />]),
        ),
      }}
    />
  );
}

function Code({ text }: { text: string }) {
  return (
    <code dir="ltr" translate="no" className="text-sm wrap-anywhere">
      {text}
    </code>
  );
}
