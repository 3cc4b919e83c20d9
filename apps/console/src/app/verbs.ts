import type { Verbs } from '../lib/verbs.js';

/** Connects what features ask of each other; each is loaded when it is first asked for. */
export const verbs: Verbs = {
  showLog: (consignment) =>
    void import('../features/consignment-log/log-dialog.js').then(({ showLog }) => showLog(consignment)),
  openPdf: async (ids, nameOf) => (await import('../features/documents/pdf-flow.js')).openPdf(ids, nameOf),
  previewPrint: (ids) =>
    void import('../features/print/print-preview.dialog.js').then(({ previewPrint }) => previewPrint(ids)),
};
