import { serveThreadCalls } from '../threads/thread.js';
import { openWorkbook, type OpenWorkbook } from './write-workbook.js';
import type { WorkbookCall } from './workbook-thread.js';

const books = new Map<string, OpenWorkbook>();

const bookOf = (name: string): OpenWorkbook => {
  const book = books.get(name);
  if (!book) throw new Error('no such workbook is being written');
  return book;
};

serveThreadCalls<WorkbookCall, Uint8Array | null>(async (call) => {
  switch (call.action) {
    case 'open':
      books.set(call.book, openWorkbook(call));
      return null;
    case 'add':
      bookOf(call.book).add(call.rows);
      return null;
    case 'finish': {
      const book = bookOf(call.book);
      books.delete(call.book);
      return book.finish();
    }
    case 'drop':
      books.delete(call.book);
      return null;
  }
});
