import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/lab-system.json' with { type: 'json' };
import es from '../../locales/es/lab-system.json' with { type: 'json' };
import zh from '../../locales/zh/lab-system.json' with { type: 'json' };

export const texts = defineTexts('lab-system', { zh, en, es });
