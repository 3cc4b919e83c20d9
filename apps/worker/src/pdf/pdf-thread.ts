import { openWorkerThread, type ThreadClient } from '../threads/thread.js';
import type { PrintDocument } from './compose-document.js';
import type { RenderedPdf } from './render.js';

export type PdfThread = ThreadClient<PrintDocument, RenderedPdf>;

/** Renders documents in a thread, because a page takes 10 to 50 ms. */
export const openPdfThread = (): PdfThread => openWorkerThread(import.meta.url, './render.thread.js');
