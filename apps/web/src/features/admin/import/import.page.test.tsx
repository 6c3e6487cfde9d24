import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { importLimits } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { checkedImport as found, importCounts as none } from '../../../../test/import.ts';
import { network, person, renderPage, ShellProviders, useMemberScreens } from '../../../../test/member.tsx';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { sessionStarted } from '#session/session.ts';
import { activateLocale, loadTexts } from '#shared/i18n/i18n.ts';
import { ImportPage } from './import.page.tsx';
import { isWorking, typeOfFile, type Import, type ImportRow } from './imports.ts';
import { OneImport } from './one-import.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ReportCard } from './report-card.tsx';

useMemberScreens();
beforeEach(async () => {
  await loadTexts('admin');
  activateLocale('en');
  await loadTexts('core', 'shell', 'account', 'profile', 'admin');
});

const row: ImportRow = {
  row: 2,
  outcome: 'new',
  phone: '+84912345678',
  name: 'An',
  accountId: null,
  notes: [],
};
const admin = { ...person, role: 'admin' } as const;
const button = (name: string | RegExp) => screen.queryByRole('button', { name });
const posted = () =>
  network()
    .calls.filter(({ endpoint }) => !endpoint.startsWith('GET'))
    .map(({ endpoint }) => endpoint);

const upload = async (file: File) => {
  const user = userEvent.setup({ applyAccept: false });
  network().on('GET /vid/api/admin/imports', () => data({ items: [], next: null }));
  network().on('POST /vid/api/admin/imports', () => data({ ...found, id: 'imp_9' }));
  network().on('PUT /vid/api/admin/imports/:importId/parts/:part', () => data(true));
  network().on('GET /vid/api/admin/imports/:importId', () => data({ ...found, id: 'imp_9' }));
  network().on('GET /vid/api/admin/imports/:importId/rows', () => data({ items: [], next: null }));
  renderPage(<ImportPage />, admin);
  await user.upload(await screen.findByLabelText('Choose a file', { selector: 'input' }), file);
};

const showProgress = (change: Partial<Import>, onClose = () => undefined) =>
  renderPage(<ProgressCard found={{ ...found, ...change }} onClose={onClose} />, admin);

const showReport = (
  items: readonly ImportRow[],
  path = '/',
  counts: Partial<Import['counts']> = {},
  status: Import['status'] = 'checked',
) => {
  network().on('GET /vid/api/admin/imports/:importId/rows', () => data({ items: [...items], next: null }));
  renderPage(<ReportCard found={{ ...found, status, counts: { ...none, ...counts } }} />, admin, path);
};

const runningReport = (counts: Import['counts']) => (
  <ShellProviders page={<ReportCard found={{ ...found, status: 'running', counts }} />} />
);
const oneImport = (importId: string) => (
  <ShellProviders page={<OneImport importId={importId} onClose={() => undefined} />} />
);

const lastQuery = () => Object.fromEntries(network().calls.at(-1)?.query ?? []);

const notesOf = async (change: Partial<ImportRow>) => {
  showReport([{ ...row, ...change }]);
  const cells = await screen.findAllByRole('cell');
  return within(cells.at(-1) ?? document.body)
    .getAllByRole('listitem')
    .map((item) => [...item.children].map(({ textContent }) => textContent));
};

describe('the import page', () => {
  test('lists earlier imports, opens one, and goes back to the list', async () => {
    const user = userEvent.setup();
    network().on('GET /vid/api/admin/imports', () =>
      data({
        items: [
          { ...found, requestedBy: 'Lan', counts: { ...none, rows: 1_000, added: 7 } },
          { ...found, id: 'imp_2', fileName: 'old.csv' },
        ],
        next: null,
      }),
    );
    network().on('GET /vid/api/admin/imports/:importId', () => data(found));
    network().on('GET /vid/api/admin/imports/:importId/rows', () => data({ items: [], next: null }));
    renderPage(<ImportPage />, admin);
    await screen.findByText(/Lan · 7 of 1,000 rows added/);
    screen.getByText(/Operator · 0 of 10 rows added/);
    expect(screen.queryByRole('link', { name: 'Imports' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'members.csv' }));
    await screen.findByRole('button', { name: 'Add members' });
    expect(network().calls.some(({ endpoint }) => endpoint.endsWith('/imports/imp_1'))).toBe(true);
    await screen.findByText('The file has no rows');
    await user.click(screen.getByRole('link', { name: 'Imports' }));
    await screen.findByText(/Lan · 7/);
  });

  test('says that there are no imports yet', async () => {
    network().on('GET /vid/api/admin/imports', () => data({ items: [], next: null }));
    renderPage(<ImportPage />, admin);
    expect(await screen.findByText('No imports yet')).toBeTruthy();
  });

  test('polls an import only while the server works on it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let status: Import['status'] = 'checking';
    network().on('GET /vid/api/admin/imports/:importId', () => data({ ...found, status }));
    network().on('GET /vid/api/admin/imports/:importId/rows', () => data({ items: [row], next: null }));
    renderPage(<ImportPage />, admin, '/?import=imp_1');
    await screen.findByText('10 rows checked');
    expect(screen.queryByText('Row-by-row report')).toBeNull();
    status = 'checked';
    await vi.advanceTimersByTimeAsync(1_500);
    await screen.findAllByText('Row-by-row report');
    const before = network().calls.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(
      network()
        .calls.slice(before)
        .filter(({ endpoint }) => endpoint.endsWith('imp_1')),
    ).toEqual([]);
  });

  test('offers to discard a file that could not be read', async () => {
    for (const status of ['uploading', 'failed'] as const) {
      network().on('GET /vid/api/admin/imports/:importId', () => data({ ...found, status }));
      network().on('GET /vid/api/admin/imports/:importId/columns', () =>
        refusal(409, { error: 'x', message: 'IMPORT_STATE' }),
      );
    }
    renderPage(<ImportPage />, admin, '/?import=imp_1');
    await screen.findByText('This file can’t be read.');
    expect(button('Discard this file')).not.toBeNull();
  });
});

describe('the upload of a file', () => {
  test('offers a template with the titles of the columns', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:x';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    network().on('GET /vid/api/admin/imports', () => data({ items: [], next: null }));
    const user = renderPage(<ImportPage />, admin);
    await user.click(await screen.findByRole('button', { name: 'Download a template' }));
    expect(await saved[0]?.text()).toMatch(/^\uFEFFPhone,Name,Email,.*,Certificate expires on\r\n$/u);
  });

  test('sends the parts of the file in order', async () => {
    const { partBytes } = importLimits;
    network().failOnce('PUT /vid/api/admin/imports/:importId/parts/:part');
    await upload(new File(['x'.repeat(partBytes + 1)], 'a.CSV'));
    await screen.findByRole('button', { name: 'Add members' });
    expect(posted()).toEqual([
      'POST /vid/api/admin/imports',
      // The app repeats the upload of the first part after an outage.
      'PUT /vid/api/admin/imports/imp_9/parts/0',
      'PUT /vid/api/admin/imports/imp_9/parts/0',
      'PUT /vid/api/admin/imports/imp_9/parts/1',
    ]);
    const bodies = network()
      .calls.filter(({ endpoint }) => !endpoint.startsWith('GET'))
      .map(({ body }) => body);
    expect(bodies[0]).toEqual({ fileName: 'a.CSV', type: 'csv', bytes: partBytes + 1 });
    expect(bodies.slice(1).map((part) => (part instanceof Blob ? part.size : null))).toEqual([
      partBytes,
      partBytes,
      1,
    ]);
  });

  test('is refused for a wrong file type or an oversized file', async () => {
    await upload(new File(['x'], 'a.xls'));
    await screen.findByText('Choose a .csv or .xlsx file.');
    const big = new File(['x'], 'a.csv');
    Object.defineProperty(big, 'size', { value: importLimits.fileBytes + 1 });
    await userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByLabelText('Choose a file', { selector: 'input' }), big);
    await screen.findByText(/The file is larger than \d+ MB/);
    expect(posted()).toEqual([]);
  });

  test.each([
    ['a.csv', 'csv'],
    ['a.TXT', 'csv'],
    ['a.tsv', 'csv'],
    ['a.XLSX', 'xlsx'],
    ['a.xlsm', 'xlsx'],
    ['a.xls', null],
    ['csv', null],
    ['a.csv.zip', null],
    ['a.xlsx.zip', null],
  ])('recognises the type of the file %s as %s', (name, type) => {
    expect(typeOfFile({ name })).toBe(type);
  });
});

test('the import page treats checking, running and undoing imports as in progress', () => {
  const statuses = [
    'uploading',
    'checking',
    'checked',
    'running',
    'cancelled',
    'done',
    'undoing',
    'undone',
    'failed',
  ] as const;
  expect(statuses.filter((status) => isWorking({ status }))).toEqual(['checking', 'running', 'undoing']);
});

describe('the progress card of an import', () => {
  const names = [
    'Add 1 member',
    'Continue',
    'Download report',
    'Discard this file',
    'Stop',
    'Remove the added accounts',
  ];

  test.each([
    ['checking', ['Discard this file']],
    ['checked', ['Add 1 member', 'Download report', 'Discard this file']],
    ['running', ['Download report', 'Stop']],
    ['cancelled', ['Continue', 'Download report', 'Remove the added accounts']],
    ['done', ['Download report', 'Remove the added accounts']],
    ['undoing', ['Download report']],
    ['undone', ['Download report']],
  ] as const)('offers the actions that an import with the status %s allows', (status, offered) => {
    showProgress({ status, counts: { ...none, new: 1, added: 1 } });
    expect(names.filter((name) => button(name) !== null)).toEqual(offered);
    const bar = screen.queryByRole('progressbar');
    expect(bar !== null).toBe(['checking', 'running', 'undoing'].includes(status));
    expect(bar?.hasAttribute('value') ?? false).toBe(['running', 'undoing'].includes(status));
  });

  test.each([
    ['checked', { new: 5, invalid: 2, duplicate: 1 }, '5 members will be added. 3 rows are skipped.'],
    ['checked', { exists: 1 }, 'There are no members to add. 1 row is skipped.'],
    ['cancelled', { new: 4, added: 1 }, '1 member has been added. 4 members aren’t added yet.'],
    ['done', { added: 5 }, '5 members have been added.'],
    [
      'undone',
      { removed: 2, kept: 1, invalid: 3 },
      '2 accounts have been removed. 1 account has been used and stays.',
    ],
  ] as const)('sums up the status %s with the counts %o as “%s”', (status, counts, text) => {
    showProgress({ status, counts: { ...none, ...counts } });
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('lists the ignored columns of the file', () => {
    showProgress({ status: 'checked', counts: { ...none, invalid: 3 }, leftOut: ['A', 'B'] });
    screen.getByText(/A, B/);
    expect(button('Add members')?.hasAttribute('disabled')).toBe(true);
  });

  test('saves the invalid rows as a workbook and the report as CSV', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) blobs.push(blob);
      return 'blob:x';
    });
    network().on('GET /vid/api/admin/imports/:importId/report', () => data({ csv: 'x', next: null }));
    network().on('GET /vid/api/admin/imports/:importId/invalid-rows', () =>
      data({ xlsx: btoa('workbook'), next: null }),
    );
    const user = showProgress({ status: 'done', counts: { ...none, added: 5, invalid: 2 } });
    await user.click(screen.getByRole('button', { name: 'Download 2 rows to correct' }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    await user.click(screen.getByRole('button', { name: 'Download report' }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    expect(await Promise.all(blobs.map((blob) => blob.text()))).toEqual(['workbook', 'x']);
    expect(blobs[0]?.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const files = saved.mock.contexts.map((anchor) => anchor instanceof HTMLAnchorElement && anchor.download);
    expect(files).toEqual(['members-to-correct.xlsx', 'members-report.csv']);
    expect(screen.queryByRole('link', { name: 'See the accounts' })).toBeNull();
  });

  test('numbers the workbooks of many rows to correct', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    network().on('GET /vid/api/admin/imports/:importId/invalid-rows', ({ query }) =>
      data({ xlsx: '', next: query.get('after') === null ? 'more' : null }),
    );
    const user = showProgress({ status: 'done', counts: { ...none, invalid: 5_001 } });
    await user.click(screen.getByRole('button', { name: 'Download 5,001 rows to correct' }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    const files = saved.mock.contexts.map((anchor) => anchor instanceof HTMLAnchorElement && anchor.download);
    expect(files).toEqual(['members-to-correct-1.xlsx', 'members-to-correct-2.xlsx']);
  });

  test.each([
    ['done', { added: 5 }, '/admin/accounts'],
    ['done', { added: 5, invalid: 1 }, undefined],
    ['done', { exists: 5 }, undefined],
    ['undone', { removed: 5 }, undefined],
  ] as const)('links to the accounts only if every row was added (%s, %o)', (status, counts, href) => {
    showProgress({ status, counts: { ...none, ...counts } });
    const link = screen.queryByRole('link', { name: 'See the accounts' });
    expect(link?.getAttribute('href')).toBe(href);
  });

  test('offers no removal if nothing was added', () => {
    showProgress({ status: 'done' });
    expect(button('Remove the added accounts')).toBeNull();
    expect(screen.queryByText(/These columns aren’t imported/iu)).toBeNull();
  });

  test.each([
    ['checked', 'Add 1 member', 'start'],
    ['cancelled', 'Continue', 'start'],
    ['running', 'Stop', 'cancel'],
    ['checked', 'Discard this file', 'cancel'],
  ] as const)(
    'with the status %s has the button “%s”, which sends the request “%s”',
    async (status, name, action) => {
      const onClose = vi.fn<() => undefined>();
      network().on('POST /vid/api/admin/imports/:importId/start', () => data(found));
      network().on('POST /vid/api/admin/imports/:importId/cancel', () => data(found));
      showProgress({ status, counts: { ...none, new: 1 } }, onClose);
      await userEvent.setup().click(screen.getByRole('button', { name }));
      await waitFor(() => expect(posted()).toEqual([`POST /vid/api/admin/imports/imp_1/${action}`]));
      await waitFor(() => expect(onClose).toHaveBeenCalledTimes(name === 'Discard this file' ? 1 : 0));
    },
  );
});

test('the import’s progress card removes accounts only after their number is typed', async () => {
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  network().on('GET /vid/api/admin/imports/:importId/report', () => data({ csv: 'x', next: null }));
  network().on('POST /vid/api/admin/imports/:importId/undo', () => data(found));
  showProgress({ status: 'done', fileName: 'hội viên.v2.csv', counts: { ...none, added: 12 } });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Download report' }));
  await waitFor(() => expect(names).toEqual(['hội viên.v2-report.csv']));
  await user.click(screen.getByRole('button', { name: 'Remove the added accounts' }));
  const dialog = within(await screen.findByRole('dialog'));
  const remove = dialog.getByRole('button', { name: 'Remove the added accounts' });
  await user.click(remove);
  expect(posted()).toEqual([]);
  await user.type(dialog.getByRole('textbox'), '12');
  await user.click(remove);
  await waitFor(() => expect(posted()).toEqual(['POST /vid/api/admin/imports/imp_1/undo']));
});

describe('the import report', () => {
  test('shows the number, name, phone and outcome of a row', async () => {
    showReport([
      { ...row, row: 1_002, accountId: 'acc_1', outcome: 'added' },
      { ...row, row: 3, name: null, accountId: 'acc_2' },
      { ...row, row: 4, name: null, phone: '12 34', outcome: 'invalid' },
    ]);
    await screen.findAllByRole('cell');
    const [, first, second, third] = screen.getAllByRole('row');
    if (!first || !second || !third) throw new Error('rows are missing');
    expect(first.textContent).toContain('1,002');
    expect(first.textContent).toContain('Added');
    expect(within(first).getByRole('link', { name: 'An' }).getAttribute('href')).toMatch(/acc_1/);
    within(second).getByRole('link', { name: 'No name yet' });
    within(third).getByText('No name yet');
    within(first).getByText(/912 345 678/);
    expect(within(third).queryByRole('link')).toBeNull();
    within(third).getByText('12 34');
    expect(third.textContent).toContain('Error');
  });

  test.each([
    [
      { note: 'padded', column: 'C', from: '1', to: '01' },
      ['Tax code (C): leading zero added, because the check digit matches', '1 → 01'],
    ],
    [
      { note: 'padded', column: null, from: '1', to: '1' },
      ['Tax code: leading zero added, because the check digit matches', '1'],
    ],
    [{ note: 'format', column: 'C', from: 'x', to: null }, ['Tax code (C): wrong format', 'x → left out']],
    [{ note: 'format', column: 'C', from: null, to: null }, ['Tax code (C): wrong format', 'left out']],
  ] as const)('describes the note %o by its reason and its values', async (note, lines) => {
    expect(await notesOf({ notes: [{ field: 'taxCode', ...note }] })).toEqual([lines]);
  });

  test('formats a new phone and names a new province in notes', async () => {
    const notes = await notesOf({
      notes: [
        { field: 'phone', note: 'upgraded', column: 'A', from: '01692345678', to: '+84392345678' },
        { field: 'province', note: 'merged', column: 'B', from: 'Bình Dương', to: '79' },
      ],
    });
    expect(notes.map(([, values]) => values)).toEqual([
      '01692345678 → 0392 345 678',
      'Bình Dương → Ho Chi Minh City',
    ]);
  });

  test('does not say that an invalid row’s value was left out', async () => {
    const note = { note: 'format', column: 'C', from: 'x', to: null } as const;
    const notes = await notesOf({
      outcome: 'invalid',
      notes: [
        { field: 'taxCode', ...note },
        { field: 'email', ...note },
      ],
    });
    expect(notes).toEqual([
      ['Tax code (C): wrong format', 'x'],
      ['Email (C): wrong format', 'x'],
    ]);
  });

  test('shows no empty line for a note without values', async () => {
    const note = { field: 'phone', column: 'A', to: null } as const;
    const notes = await notesOf({
      outcome: 'invalid',
      notes: [
        { ...note, note: 'quotes', from: null },
        { ...note, note: 'required', from: '' },
      ],
    });
    expect(notes).toEqual([
      ['Phone (A): the quotation marks of this row can’t be read'],
      ['Phone (A): missing'],
    ]);
  });

  test('opens with the invalid rows, and says what to do about them', async () => {
    showReport([], '/?import=imp_1', { guessed: 2, invalid: 3, added: 5 });
    await screen.findByText('These rows aren’t added. Download them, correct the file and import it.');
    expect(lastQuery()).toEqual({ outcome: 'invalid' });
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Errors3');
  });

  test.each([
    ['checked', { new: 2 }, 'guessed', /correct the file before you add the members/u],
    ['cancelled', { new: 2 }, 'guessed', /correct the file before you add the members/u],
    ['running', { new: 2 }, 'guessed', /remove the added accounts, correct the file and import it again/u],
    ['done', { added: 2 }, 'guessed', /remove the added accounts, correct the file and import it again/u],
    ['undone', { removed: 2 }, 'guessed', /correct the file before you import it again/u],
    ['done', { added: 2 }, 'changed', /stored differently/u],
    ['undone', { removed: 2 }, 'changed', /^$/u],
    ['undoing', { added: 2 }, 'leftOut', /^$/u],
    ['undone', { removed: 2 }, 'duplicate', /^$/u],
    ['undone', { removed: 2 }, 'exists', /already has an account/u],
    ['undone', { removed: 2 }, 'invalid', /correct the file and import it/u],
  ] as const)('for status %s, counts %o and rows %s gives the advice %s', (status, counts, shown, advice) => {
    showReport([], `/?show=${shown}`, { ...counts, [shown]: 2 }, status);
    expect(document.querySelector('section > p')?.textContent ?? '').toMatch(advice);
  });

  test('keeps the chosen group of rows when the import’s counts change', async () => {
    network().on('GET /vid/api/admin/imports/:importId/rows', () => data({ items: [row], next: null }));
    sessionStarted(admin);
    const { rerender } = render(runningReport({ ...none, new: 5 }));
    await screen.findByRole('button', { pressed: true, name: /All/u });
    rerender(runningReport({ ...none, new: 3, exists: 2 }));
    await screen.findByRole('button', { name: /Already has an account/u });
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('All10');
  });

  test('chooses its group of rows again for each import', async () => {
    network().on('GET /vid/api/admin/imports/:importId', ({ endpoint }) =>
      data(
        endpoint.endsWith('imp_2') ? { ...found, id: 'imp_2' } : { ...found, counts: { ...none, exists: 2 } },
      ),
    );
    network().on('GET /vid/api/admin/imports/:importId/rows', () => data({ items: [row], next: null }));
    sessionStarted(admin);
    const { rerender } = render(oneImport('imp_1'));
    await screen.findByRole('button', { pressed: true, name: /Already has an account/u });
    rerender(oneImport('imp_2'));
    await screen.findByRole('button', { pressed: true, name: /All/u });
    rerender(oneImport('imp_1'));
    await screen.findByText('The phone number already has an account, which stays as it is.');
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Already has an account2');
  });

  test('offers the groups of rows with their counts, most urgent first', async () => {
    const user = userEvent.setup();
    showReport([], '/?import=imp_1', {
      exists: 1,
      leftOut: 4,
      changed: 3,
      guessed: 2,
      new: 1_200,
      rows: 1_203,
    });
    await screen.findByText(/^These values could be read another way/u);
    const offered = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(offered.slice(0, 6)).toEqual([
      'To review2',
      'Values changed3',
      'Values left out4',
      'Already has an account1',
      'Will be added1,200',
      'All1,203',
    ]);
    await user.click(screen.getByRole('button', { name: /Values left out/ }));
    await waitFor(() => expect(lastQuery()).toEqual({ noted: 'leftOut' }));
    await user.click(screen.getByRole('button', { name: /^All/ }));
    await waitFor(() => expect(lastQuery()).toEqual({}));
  });
});

describe('the pages of an import', () => {
  const counts = { ...none, new: 4, duplicate: 1, exists: 2, invalid: 3, guessed: 1, changed: 1, leftOut: 1 };
  const rows: readonly ImportRow[] = [
    row,
    { ...row, row: 3, outcome: 'exists', accountId: 'acc_1' },
    { ...row, row: 4, outcome: 'duplicate', name: null },
    {
      ...row,
      row: 5,
      outcome: 'invalid',
      notes: [{ field: 'phone', note: 'format', column: 'A', from: '12', to: null }],
    },
  ];
  const answer = (change: Partial<Import>) => () => {
    network().on('GET /vid/api/admin/imports/:importId', () => data({ ...found, counts, ...change }));
    network().on('GET /vid/api/admin/imports/:importId/rows', () => data({ items: [...rows], next: null }));
  };
  testShownPages(
    {
      'the upload and the earlier imports': {
        path: '/',
        answers: () =>
          network().on('GET /vid/api/admin/imports', () =>
            data({
              items: [
                { ...found, requestedBy: 'Lan', status: 'done', counts: { ...none, added: 7 } },
                { ...found, id: 'imp_2', status: 'failed' },
              ],
              next: null,
            }),
          ),
      },
      'a checked file': { answers: answer({}) },
      'an import that was stopped': {
        answers: answer({ status: 'cancelled', counts: { ...counts, added: 2 } }),
      },
      'an import that was undone': {
        answers: answer({ status: 'undone', counts: { ...counts, removed: 3, kept: 1 } }),
      },
      'an import that is done': {
        answers: answer({
          status: 'done',
          counts: { ...counts, added: 4 },
          finishedAt: found.createdAt,
          leftOut: ['Ghi chú'],
        }),
      },
    },
    ({ path = '/?import=imp_1' }) => renderPage(<ImportPage />, admin, path),
  );
});
