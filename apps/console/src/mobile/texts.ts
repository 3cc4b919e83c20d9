import { defineTexts } from '../i18n/texts.js';

/** Texts of every page of the phone. */
export const texts = defineTexts('mobile', {
  zh: { platform: '公路水运检测公共服务平台', language: '语言', noPage: '无法打开此页面', scanAgain: '链接不完整，请在电脑上重新打开二维码后扫码。' },
  en: { platform: 'Testing services platform', language: 'Language', noPage: 'This page cannot be opened', scanAgain: 'The link is not complete. Please open the code on the computer again and scan it.' },
  es: { platform: 'Plataforma de ensayos', language: 'Idioma', noPage: 'No se puede abrir esta página', scanAgain: 'El enlace no está completo. Abra de nuevo el código en el ordenador y escanéelo.' },
});
