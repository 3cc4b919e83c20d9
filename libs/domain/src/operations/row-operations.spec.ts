import { describe, it } from '@jest/globals';
import { specificationOf } from '#harness/domain/specification';
import { rowOperations } from './row-operations.js';

const givenRows = specificationOf(rowOperations.decider);
const consignmentId = '1f0c0d3e-7a55-4a0e-9a34-0c0ffee00001';
const request = { type: 'RequestRows', requestId: 'r1', consignmentId, reason: '列表缺少样品' } as const;
const rowsRequested = {
  type: 'RowsRebuildRequested',
  data: { requestId: 'r1', consignmentId, reason: '列表缺少样品' },
} as const;
const views = [{ view: 'consignmentList', rows: 1, changed: 1 }];

describe('a rebuild of rows', () => {
  it('can be requested only once at a time for a consignment', () => {
    givenRows().when(request).then(rowsRequested);
    givenRows(rowsRequested)
      .when({ ...request, requestId: 'r2', consignmentId: consignmentId.replaceAll('-', '') })
      .thenRefused('ROWS_REBUILD_RUNNING');
  });

  it('gets one result, after which it can be requested again', () => {
    const rebuilt = { type: 'RowsRebuilt', data: { requestId: 'r1', consignmentId, views } } as const;
    givenRows(rowsRequested).when({ type: 'RecordRows', requestId: 'r1', views }).then(rebuilt);
    givenRows(rowsRequested, rebuilt).when({ type: 'RecordRows', requestId: 'r1', views }).thenNothing();
    givenRows(rowsRequested, rebuilt).when({ type: 'RecordRowsFailure', requestId: 'r1', message: 'x' }).thenNothing();
    givenRows(rowsRequested)
      .when({ type: 'RecordRowsFailure', requestId: 'r1', message: 'x' })
      .then({ type: 'RowsRebuildFailed', data: { requestId: 'r1', consignmentId, message: 'x' } });
    givenRows(rowsRequested, rebuilt)
      .when({ ...request, requestId: 'r2' })
      .then({ ...rowsRequested, data: { ...rowsRequested.data, requestId: 'r2' } });
  });
});
