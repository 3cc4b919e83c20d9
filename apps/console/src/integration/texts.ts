import { defineTexts } from '../i18n/texts.js';
import en from '../locales/en/integration.json' with { type: 'json' };
import es from '../locales/es/integration.json' with { type: 'json' };
import zh from '../locales/zh/integration.json' with { type: 'json' };

export const texts = defineTexts('integration', { zh, en, es });
