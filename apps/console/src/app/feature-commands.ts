import { loadPart } from '../lib/lazy-part.js';
import type { FeatureCommands } from '../lib/feature-commands.js';

/** Connects the features that call each other; each is loaded on its first call. */
export const featureCommands: FeatureCommands = {
  showLog: (consignment) =>
    void loadPart(() => import('../screens/consignment-log/log-dialog.js')).then(({ showLog }) => showLog(consignment)),
  openPdf: async (ids, nameOf) => (await loadPart(() => import('../documents/pdf-flow.js'))).openPdf(ids, nameOf),
  previewPrint: (ids) =>
    void loadPart(() => import('../screens/print/print-preview.dialog.js')).then(({ previewPrint }) =>
      previewPrint(ids),
    ),
};
