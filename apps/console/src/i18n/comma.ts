import { language } from './language.js';

/** What stands between names that are listed in a sentence, in the interface language. */
export const comma = (): string => (language() === 'zh' ? '、' : ', ');
