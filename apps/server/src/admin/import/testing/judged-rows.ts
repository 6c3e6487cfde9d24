import { judgeFile, type JudgedFile } from './judge-file.ts';

/** Expected phone, other values and notes of a row, for example `email:leftOut`. */
export type Expected = readonly [phone: string | null, values: object, notes?: readonly string[]];

const given = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

export function summary({ rows }: JudgedFile): readonly Expected[] {
  return rows.map((row): Expected => {
    const notes = row.notes.map(({ field, note }) => `${field}:${note}`);
    if (!row.isValid) return [null, {}, notes];
    const { phone, kind, enterprise, certificate: _certificate, ...values } = row.member;
    return [
      phone,
      { ...(kind === 'enterprise' && { company: given(enterprise ?? {}) }), ...given(values) },
      notes,
    ];
  });
}

export const person = (phone: string, name: string, ...notes: string[]): Expected => [
  `+84${phone}`,
  { name },
  notes,
];
export const company = (phone: string, values: object, ...notes: string[]): Expected => [
  `+84${phone}`,
  { company: values },
  notes,
];

export const one = async (field: string, cell: string): Promise<Expected> => {
  const written = /[",\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = field === 'SĐT' ? `SĐT,Họ tên\n${written},An\n` : `SĐT,${field}\n0912345678,${written}\n`;
  return summary(await judgeFile(text))[0] ?? [null, {}];
};
