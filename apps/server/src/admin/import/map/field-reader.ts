import type { HashFormat, ImportField, RowNote } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { ImportMapping } from '@vid/contract/endpoints/admin/transfers/imports';
import type { FirebaseParameters } from '@vid/contract/firebase-parameters';
import { cleanCell, foldText, isErrorCell, isNoValue, type Reading } from './cell-text.ts';
import { columnsOf } from './columns.policy.ts';
import type { DayOrder } from './days.policy.ts';
import { decodeOldFont, type OldFont } from './old-fonts.ts';
import { readText } from './values.policy.ts';

/**
 * A missing, omitted or changed value. `to` is null if the value is omitted. Both values of a secret are null.
 */
export type ValueNote = {
  readonly field: ImportField;
  readonly note: RowNote;
  readonly column: number | null;
  readonly from: string | null;
  readonly to: string | null;
};

export type RowRules = {
  readonly mapping: ImportMapping;
  readonly hashFormat: HashFormat;
  readonly firebase?: FirebaseParameters | undefined;
  readonly phoneCountries: readonly string[];
  readonly readProvince: (text: string) => Reading<string>;
  readonly fonts?: ReadonlyMap<number, OldFont>;
  readonly dayOrders?: ReadonlyMap<number, DayOrder>;
  /** Today's date in Vietnam; no certificate is issued later. */
  readonly today: string;
};

type Given = { readonly column: number; readonly written: string };

const maxNotedCharacters = 200;
const joinedBySpaces: ReadonlySet<ImportField> = new Set([
  'name',
  'enterpriseName',
  'shortName',
  'representative',
]);
const joinedByLines: ReadonlySet<ImportField> = new Set(['phone', 'email']);
const namesOfPeople: ReadonlySet<ImportField> = new Set(['name', 'representative']);
const secrets: ReadonlySet<ImportField> = new Set(['passwordHash', 'passwordSalt']);

/** Reads the fields of one row, and notes every value that is omitted or changed. */
export function createFieldReader(cells: readonly string[], rules: RowRules) {
  const notes: ValueNote[] = [];
  const understood = new Map<ImportField, string>();
  let isValid = true;

  const raw = (field: ImportField): string =>
    join(
      field,
      columnsOf(rules.mapping, field).map((index) => cells[index] ?? ''),
    );
  const given = (field: ImportField): readonly Given[] =>
    columnsOf(rules.mapping, field)
      .map((column) => ({ column, written: cleanCell(cells[column] ?? '') }))
      .filter(({ written }) => written !== '');
  const cell = (field: ImportField): string =>
    join(
      field,
      given(field).map(({ written }) => written),
    );
  const note = (
    field: ImportField,
    kind: RowNote,
    [from, to]: readonly [from: string | null, to: string | null],
    column = columnsOf(rules.mapping, field)[0] ?? null,
  ): void => {
    const cut = (value: string | null): string | null =>
      value === null || secrets.has(field) ? null : value.slice(0, maxNotedCharacters);
    notes.push({ field, note: kind, column, from: cut(from), to: cut(to) });
  };
  const refuse = (field: ImportField, kind: RowNote): void => {
    isValid = false;
    note(field, kind, [cell(field), null]);
  };

  /**
   * Returns the texts of a field's columns. Joins the texts of a name, phone or e-mail address, and omits
   * those without a value.
   */
  const textsOf = (field: ImportField): readonly Given[] => {
    const all = given(field);
    const [first] = all;
    const isJoined = joinedBySpaces.has(field) || joinedByLines.has(field);
    if (!first || all.length === 1 || !isJoined) return all;
    const usable = all.filter((one) => emptinessOf(field, one.written) === undefined);
    if (usable.length === 0) return [first];
    for (const one of all) {
      const kind = emptinessOf(field, one.written);
      if (kind && foldText(one.written) !== '') note(field, kind, [one.written, null], one.column);
    }
    return [
      {
        column: usable[0]?.column ?? first.column,
        written: join(
          field,
          usable.map((one) => one.written),
        ),
      },
    ];
  };
  /**
   * Reads a field. Of several columns with a value, the first usable value counts, and a note quotes all if
   * they differ. Returns null if the field has no column or no usable value.
   * @param toText returns the value as a text that can be read without the other rows of the file
   */
  const read = <T extends string>(
    field: ImportField,
    find: (written: string, column: number) => Reading<T>,
    toText = (written: string, value: string): string => (value === '' ? written : value),
  ): T | null => {
    const readings = textsOf(field).map((one) => {
      const problem = emptinessOf(field, one.written);
      const reading: Reading<T> = problem ? { problem } : find(one.written, one.column);
      return { ...one, reading };
    });
    const chosen = readings.find(({ reading }) => 'value' in reading && reading.value !== '') ?? readings[0];
    if (!chosen) return null;
    const { reading, column } = chosen;
    understood.set(field, toText(chosen.written, 'value' in reading ? reading.value : ''));
    if ('problem' in reading) {
      if (field === 'name' && (reading.problem === 'characters' || reading.problem === 'tooLong'))
        isValid = false;
      note(field, reading.problem, [chosen.written, null], column);
      return null;
    }
    if (reading.note) note(field, reading.note, [chosen.written, reading.value], column);
    const isOther = (one: Reading<T>): boolean =>
      'value' in one ? one.value !== reading.value : one.problem !== 'leftOut';
    if (readings.some((one) => isOther(one.reading))) {
      const all = readings.map((one) => one.written).join('; ');
      note(field, 'several', [all, reading.value], column);
    }
    return reading.value === '' ? null : reading.value;
  };
  const text = (field: ImportField): string | null => {
    const font = columnsOf(rules.mapping, field)
      .map((index) => rules.fonts?.get(index))
      .find((found) => found !== undefined);
    return read(
      field,
      (written) => readText(written, font),
      (written, value) => (value === '' ? (decodeOldFont(written, font)?.text ?? written) : value),
    );
  };
  const known = <T extends string>(
    field: ImportField,
    kind: RowNote,
    find: (written: string) => T | undefined,
  ): T | null =>
    read(
      field,
      (written) => {
        const value = find(toUnicode(written));
        return value === undefined ? { problem: kind } : { value };
      },
      toUnicode,
    );
  /**
   * The text of a province may be Vietnamese both as written and in the encoding of another column: “Hoà” is
   * “Hồ” in VNI.
   */
  const provinceText = (written: string): string => {
    const direct = toUnicode(written);
    const others = [...new Set(rules.fonts?.values())].map(
      (font) => decodeOldFont(written, font)?.text ?? written,
    );
    return [direct, ...others].find((one) => 'value' in rules.readProvince(one)) ?? direct;
  };
  const readProvince = (field: ImportField): string | null =>
    read(field, (written) => rules.readProvince(provinceText(written)), provinceText);

  return {
    notes,
    understood,
    isValid: () => isValid,
    raw,
    cell,
    textsOf,
    note,
    refuse,
    read,
    text,
    known,
    readProvince,

    leaveOut: (field: ImportField): void => {
      if (cell(field) !== '') note(field, 'leftOut', [cell(field), null]);
    },

    isLeftOut: (field: ImportField): boolean =>
      notes.some((noted) => noted.field === field && noted.to === null),
  };
}

export type FieldReader = ReturnType<typeof createFieldReader>;

export function emptinessOf(field: ImportField, text: string): 'errorCell' | 'leftOut' | undefined {
  if (isErrorCell(text)) return 'errorCell';
  return isNoValue(text, namesOfPeople.has(field)) ? 'leftOut' : undefined;
}

function toUnicode(written: string): string {
  const reading = readText(written);
  return 'value' in reading ? reading.value : written;
}

function join(field: ImportField, texts: readonly string[]): string {
  if (texts.length <= 1) return texts[0] ?? '';
  const given = texts.filter((text) => text !== '');
  if (joinedBySpaces.has(field)) return given.join(' ');
  return joinedByLines.has(field) ? given.join('\n') : (given[0] ?? '');
}
