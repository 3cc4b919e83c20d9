import { textOf } from '../../i18n/texts.js';
import { texts as formTexts } from './form.texts.js';
import { texts } from './texts.js';

/** Lists of the form; their members are called as it calls them. */
const OF_FORM = ['properties', 'materials', 'examples'];

/** What those who keep a catalogue call a member of a sample, or of an entry of one of its lists. */
export const wordOf = (field: string, member: string): string => {
  const key = member || field;
  const isOfForm = OF_FORM.includes(field);
  if (isOfForm && key === 'num') return textOf(formTexts, 'place');
  if (field === 'examples' && key === 'name') return textOf(formTexts, 'exampleName');
  if (isOfForm && key in formTexts.zh) return textOf(formTexts, key as keyof typeof formTexts.zh);
  return key in texts.zh ? textOf(texts, key as keyof typeof texts.zh) : key;
};
