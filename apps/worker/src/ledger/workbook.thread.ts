import { serveThreadCalls } from '../threads/thread.js';
import { openWorkbook, type OpenWorkbook } from './write-workbook.js';
import type { WorkbookCall } from './workbook-thread.js';

const workbooks = new Map<string, OpenWorkbook>();

const requireWorkbook = (workbookId: string): OpenWorkbook => {
  const workbook = workbooks.get(workbookId);
  if (!workbook) throw new Error('no such workbook is being written');
  return workbook;
};

serveThreadCalls<WorkbookCall, Uint8Array | null>(async (call) => {
  switch (call.action) {
    case 'open':
      workbooks.set(call.workbookId, openWorkbook(call));
      return null;
    case 'add':
      requireWorkbook(call.workbookId).add(call.rows);
      return null;
    case 'finish': {
      const workbook = requireWorkbook(call.workbookId);
      workbooks.delete(call.workbookId);
      return workbook.finish();
    }
    case 'drop':
      workbooks.delete(call.workbookId);
      return null;
  }
});
