import { defineTexts } from '../i18n/texts.js';

/** Texts of every page of the phone. */
export const texts = defineTexts('mobile', {
  zh: {
    platform: '公路水运检测公共服务平台',
    language: '语言',
    noPage: '无法打开此页面',
    scanAgain: '链接不完整，请在电脑上重新打开二维码后扫码。',
    loading: '正在读取…',
    unreachable: '没有连上服务器',
    unreachableWords: '请检查网络后重试。',
    retry: '重试',
  },
  en: {
    platform: 'Testing services platform',
    language: 'Language',
    noPage: 'This page cannot be opened',
    scanAgain: 'The link is not complete. Please open the code on the computer again and scan it.',
    loading: 'Loading…',
    unreachable: 'The server could not be reached',
    unreachableWords: 'Please check the network and try again.',
    retry: 'Try again',
  },
  es: {
    platform: 'Plataforma de ensayos',
    language: 'Idioma',
    noPage: 'No se puede abrir esta página',
    scanAgain: 'El enlace no está completo. Abra de nuevo el código en el ordenador y escanéelo.',
    loading: 'Cargando…',
    unreachable: 'No se pudo conectar',
    unreachableWords: 'Compruebe la red e inténtelo de nuevo.',
    retry: 'Reintentar',
  },
});
