import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/webhook.json' with { type: 'json' };
import es from '../../locales/es/webhook.json' with { type: 'json' };
import zh from '../../locales/zh/webhook.json' with { type: 'json' };

export const texts = defineTexts('webhook', { zh, en, es });
