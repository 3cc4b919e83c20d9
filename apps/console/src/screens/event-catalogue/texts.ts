import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/event-catalogue.json' with { type: 'json' };
import es from '../../locales/es/event-catalogue.json' with { type: 'json' };
import zh from '../../locales/zh/event-catalogue.json' with { type: 'json' };

export const texts = defineTexts('event-catalogue', { zh, en, es });
