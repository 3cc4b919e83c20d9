import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('home', { zh: { title: '首页' }, en: { title: 'Home' }, es: { title: 'Inicio' } });
