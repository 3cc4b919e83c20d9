import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('consignment-detail', {
  zh: { title: '登录后查看委托', text: '委托只对它的委托单位和检测单位开放。', toLogin: '去登录' },
  en: {
    title: 'Sign in to see the consignment',
    text: 'A consignment is open to its consigning unit and its testing unit only.',
    toLogin: 'Sign in',
  },
  es: {
    title: 'Inicie sesión para ver el encargo',
    text: 'Un encargo solo está abierto a su unidad y a su laboratorio.',
    toLogin: 'Iniciar sesión',
  },
});
