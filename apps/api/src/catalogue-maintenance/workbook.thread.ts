import { parentPort } from 'node:worker_threads';
import { SHEETS } from '#domain';
import { unpackedBytes } from './unpacked-bytes.js';
import { readSheets } from './read-sheets.js';
import { judged, tablesOf } from './sheet-catalogue.js';
import type { WorkbookAnswer, WorkbookCall } from './workbook-call.js';
import { writeSheets } from './write-sheets.js';

/** Rows of all sheets together; a catalogue of 165 samples has 1,150. */
const MAX_ROWS = 20_000;
/** What its parts may unpack to: the whole reference catalogue is 2 MB. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** All cells together, an empty one as one: a text that many cells share lies in the file once, and leaves this thread as often as there are cells. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

const answerTo = async (call: WorkbookCall): Promise<WorkbookAnswer> => {
  if (call.ask === 'write') return { content: await writeSheets(tablesOf(call.catalogue)) };
  const unpacked = unpackedBytes(Buffer.from(call.content), MAX_UNPACKED_BYTES);
  if (unpacked === null) return { failure: 'unreadable' };
  if (unpacked > MAX_UNPACKED_BYTES) return { failure: 'tooLarge' };
  const sheets = await readSheets(call.content).catch(() => null);
  if (!sheets) return { failure: 'unreadable' };
  if (!sheets.some(({ name }) => SHEETS.includes(name.trim()))) return { failure: 'withoutSheets' };
  const rows = sheets.flatMap((sheet) => sheet.rows);
  const characters = rows.reduce((sum, { cells }) => cells.reduce((inRow, text) => inRow + text.length + 1, sum), 0);
  return rows.length > MAX_ROWS || characters > MAX_CHARACTERS
    ? { failure: 'tooLarge' }
    : { judged: judged(sheets, call.catalogue, call.language) };
};

parentPort?.on(
  'message',
  (call: WorkbookCall) => void answerTo(call).then((answer) => parentPort?.postMessage(answer)),
);
