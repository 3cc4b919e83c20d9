import { parentPort } from 'node:worker_threads';
import type { PrintDocument } from './print-document.js';
import { renderPdf } from './render.js';

/** Thread entry: one document in, its bytes or the reason why not out. */
parentPort?.on('message', (request: { id: number; document: PrintDocument }) => {
  renderPdf(request.document).then(
    ({ content, pages }) => parentPort?.postMessage({ id: request.id, content, pages }),
    (error: unknown) => parentPort?.postMessage({ id: request.id, error: error instanceof Error ? error.message : String(error) }),
  );
});
