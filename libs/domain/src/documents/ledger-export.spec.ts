import { describe, expect, it } from '@jest/globals';
import type { ExportEvent, LedgerEntry } from '#events';
import { people } from '#harness/domain/consignment-story';
import { specificationOf } from '#harness/domain/specification';
import { LEDGER_LIMIT, ledgerEntries, ledgerExport } from './ledger-export.js';

const given = specificationOf(ledgerExport.decider);
const entry = (id: string, revision = 3): LedgerEntry => ({ id, revision });
const ask = (entries: LedgerEntry[], continues = true, by = people.client) =>
  ({ type: 'RequestPage', by, consignType: 1, entries, continues }) as const;
const pageRequested = (...entries: LedgerEntry[]): ExportEvent => ({
  type: 'ExportPageRequested',
  data: { requestedBy: people.client.userId, consignType: 1, entries },
});
const file = (pages: number, requestId: string) => ({ pages, rows: pages * 2, fileHash: `h-${pages}`, requestId });
const built = (pages: number, requestId: string): ExportEvent => ({
  type: 'ExportBuilt',
  data: file(pages, requestId),
});
const failed: ExportEvent = { type: 'ExportFailed', data: { reason: 'disk full', requestId: 'r-1' } };

describe('A ledger', () => {
  it('grows page by page and contains each consignment once', () => {
    given()
      .when(ask([entry('c-1'), entry('c-2')], false))
      .then(pageRequested(entry('c-1'), entry('c-2')));
    given(pageRequested(entry('c-1')))
      .when(ask([entry('c-1', 9), entry('c-2')]))
      .then(pageRequested(entry('c-2')));
    given(pageRequested(entry('c-1')))
      .when(ask([entry('c-1')]))
      .thenNothing();
  });

  it('whose file could not be made is requested again by repeating a page', () => {
    given(pageRequested(entry('c-1')), failed)
      .when(ask([entry('c-1')]))
      .then(pageRequested(entry('c-1')));
    given(pageRequested(entry('c-1')), failed, pageRequested(entry('c-1')))
      .when(ask([entry('c-1')]))
      .thenNothing();
    expect(ledgerEntries({ pages: [[entry('c-1'), entry('c-2')], [entry('c-1', 9)]] })).toEqual([
      entry('c-1'),
      entry('c-2'),
    ]);
  });

  it('can be continued only by the user who requested it, and only once it exists', () => {
    given()
      .when(ask([entry('c-1')]))
      .thenRefused('NO_SUCH_EXPORT');
    given(pageRequested(entry('c-1')))
      .when(ask([entry('c-2')], true, people.otherClient))
      .thenRefused('NO_SUCH_EXPORT');
  });

  it('is limited to 50,000 consignments', () => {
    const full = Array.from({ length: LEDGER_LIMIT }, (_, number) => entry(`c-${number}`));
    given(pageRequested(...full))
      .when(ask([entry('c-0')]))
      .thenNothing();
    given(pageRequested(...full))
      .when(ask([entry('one more')]))
      .thenSays('一份台账最多 50000 条，请分次导出');
  });

  it('records the file of each request once, and uses the one with the most pages whatever the order', () => {
    given(pageRequested(entry('c-1')))
      .when({ type: 'RecordFile', ...file(1, 'r-1') })
      .then(built(1, 'r-1'));
    given(pageRequested(entry('c-1')), built(1, 'r-1'))
      .when({ type: 'RecordFile', ...file(1, 'r-1') })
      .thenNothing();
    given(pageRequested(entry('c-1')), pageRequested(entry('c-2')), built(2, 'r-2'))
      .when({ type: 'RecordFile', ...file(1, 'r-1') })
      .thenState({ built: { pages: 2, fileHash: 'h-2' } });
  });

  it('shows why its file could not be made until there is a file', () => {
    given(pageRequested(entry('c-1')))
      .when({ type: 'RecordExportFailure', reason: 'disk full', requestId: 'r-1' })
      .then(failed);
    given(pageRequested(entry('c-1')), failed)
      .when({ type: 'RecordExportFailure', reason: 'again', requestId: 'r-1' })
      .thenNothing();
    given(pageRequested(entry('c-1')), built(1, 'r-1'))
      .when({ type: 'RecordExportFailure', reason: 'late', requestId: 'r-1' })
      .thenNothing();
    given(pageRequested(entry('c-1')), failed)
      .when({ type: 'RecordFile', ...file(1, 'r-1') })
      .thenState({ failure: null, built: { pages: 1 } });
  });
});
