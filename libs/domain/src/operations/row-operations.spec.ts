import { describe, it } from '@jest/globals';
import { specificationOf } from '../testing/specification.js';
import { rowOperations } from './row-operations.js';

const given = specificationOf(rowOperations.decider);
const consignmentId = '1f0c0d3e-7a55-4a0e-9a34-0c0ffee00001';
const request = { type: 'RequestRows', requestId: 'r1', consignmentId, reason: '列表缺少样品' } as const;
const requested = {
  type: 'RowsRebuildRequested',
  data: { requestId: 'r1', consignmentId, reason: '列表缺少样品' },
} as const;
const views = [{ view: 'consignmentList', rows: 1, changed: 1 }];

describe('rows made anew', () => {
  it('are asked for once at a time for a consignment', () => {
    given().when(request).then(requested);
    given(requested)
      .when({ ...request, requestId: 'r2', consignmentId: consignmentId.replaceAll('-', '') })
      .thenRefused('ROWS_REBUILD_RUNNING');
  });

  it('are answered once', () => {
    const rebuilt = { type: 'RowsRebuilt', data: { requestId: 'r1', consignmentId, views } } as const;
    given(requested).when({ type: 'RecordRows', requestId: 'r1', views }).then(rebuilt);
    given(requested, rebuilt).when({ type: 'RecordRows', requestId: 'r1', views }).thenNothing();
    given(requested, rebuilt).when({ type: 'RecordRowsFailure', requestId: 'r1', message: 'x' }).thenNothing();
    given(requested)
      .when({ type: 'RecordRowsFailure', requestId: 'r1', message: 'x' })
      .then({ type: 'RowsRebuildFailed', data: { requestId: 'r1', consignmentId, message: 'x' } });
    given(requested, rebuilt)
      .when({ ...request, requestId: 'r2' })
      .then({ ...requested, data: { ...requested.data, requestId: 'r2' } });
  });
});
