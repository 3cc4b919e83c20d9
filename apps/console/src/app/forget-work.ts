import { alertUser } from '../components/alert-dialog.js';
import { textOf } from '../i18n/texts.js';
import { countWorkOf, forgetWorkOf } from '../lib/kept-work.js';
import { texts } from './texts.js';

/**
 * Before somebody signs out on purpose: nothing they typed stays on a computer that others use, and nothing goes without
 * being asked (ADR-041). False when they would rather stay. An expired login and a closed window keep everything.
 */
export const mayForgetWork = async (userId: string): Promise<boolean> => {
  const count = await countWorkOf(userId);
  if (
    count > 0 &&
    !(await alertUser({
      message: textOf(texts, 'signOutForgets', { count }),
      confirm: textOf(texts, 'forgetAndLeave'),
      cancel: textOf(texts, 'stay'),
      intent: 'danger',
    }))
  )
    return false;
  await forgetWorkOf(userId);
  return true;
};
