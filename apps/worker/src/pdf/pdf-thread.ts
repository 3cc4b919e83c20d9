import { openWorkerThread, type ThreadClient } from '../threads/thread.js';
import type { PrintDocument } from './compose-document.js';
import type { RenderedPdf } from './render.js';

export type PdfThread = ThreadClient<PrintDocument, RenderedPdf>;

/** Renders documents: some 10 to 50 ms a page that nobody else has to wait for. */
export const openPdfThread = (): PdfThread => openWorkerThread(import.meta.url, './render.thread.js');
