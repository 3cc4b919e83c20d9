import { deleteInstructions, type InstructionRow } from '#contract';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';
import { instructionsChanged } from './use-instructions.js';

/** Asks, deletes and says so (DG-012). */
export const askDelete = async ({ id, revision, title }: InstructionRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'deleteTitle'),
    sentence: textOf(texts, 'deleteSentence', { title }),
    intent: 'danger',
    run: () =>
      underOneKey(`delete instruction ${id} ${revision}`, (idempotencyKey) =>
        call(deleteInstructions, { body: [id], ifMatch: revision, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'deleted'));
  await instructionsChanged();
};
