import { textOf } from '../i18n/texts.js';
import { texts } from './texts.js';
import { toastSuccess, toastWarning } from './toaster.js';

/**
 * Copies a text to the clipboard and shows `message`. Browsers refuse it without permission, and have no clipboard at
 * all on pages that were not loaded over https; then the user is asked to copy by hand. Returns whether it was copied.
 */
export const copyToClipboard = async (text: string, message: string | null): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toastWarning(textOf(texts, 'copyByHand'));
    return false;
  }
  if (message !== null) toastSuccess(message);
  return true;
};
