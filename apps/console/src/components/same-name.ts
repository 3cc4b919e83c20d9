import { alertUser } from './alert-dialog.js';
import { textOf } from '../i18n/texts.js';
import { ApiError } from '../lib/api-error.js';
import { noteFailure } from '../lib/failures.js';
import { texts } from './texts.js';

const ASKS = new Set(['PROJECT_NAME_EXISTS', 'PROJECT_RENAME_EXISTS']);

/** Saves a project; where another one of the unit bears its name, the user is asked first. False: rather not, nothing is saved. */
export const saveAskingForTwins = async <Saved>(
  save: (sameNameConfirmed: boolean) => Promise<Saved>,
): Promise<Saved | false> => {
  try {
    return await save(false);
  } catch (error) {
    if (!(error instanceof ApiError) || !ASKS.has(error.code)) throw error;
    noteFailure(error);
    const goesOn = await alertUser({
      message: error.message,
      confirm: textOf(texts, 'sameNameAnyway'),
      cancel: textOf(texts, 'cancel'),
    });
    return goesOn ? save(true) : false;
  }
};
