import { defineTexts } from '../i18n/texts.js';

/** Texts of what every screen does: calls, failures. */
export const texts = defineTexts('lib', {
  zh: {
    networkError: '网络连接失败，服务器没有响应。',
    timeout: '服务器长时间没有响应，请稍后重试。',
    unexplained: '服务器没有说明原因（{{status}}）。',
    notice: '提示',
    loginExpired: '登录失效，请重新登录',
    // Internal errors, in English in every language.
    noUser: 'Verification failed, please login again',
    noRoles: 'roles must be a non-null array',
    noUnit: 'unit information does not exist',
  },
  en: {
    networkError: 'Network error: the server did not answer.',
    timeout: 'The server did not answer in time. Please try again later.',
    unexplained: 'The server gave no reason ({{status}}).',
    notice: 'Notice',
    loginExpired: 'Your login has expired, please sign in again',
    // Internal errors, in English in every language.
    noUser: 'Verification failed, please login again',
    noRoles: 'roles must be a non-null array',
    noUnit: 'unit information does not exist',
  },
  es: {
    networkError: 'Error de red: el servidor no respondió.',
    timeout: 'El servidor no respondió a tiempo. Inténtelo más tarde.',
    unexplained: 'El servidor no dio ningún motivo ({{status}}).',
    notice: 'Aviso',
    loginExpired: 'Su sesión ha caducado, inicie sesión de nuevo',
    // Internal errors, in English in every language.
    noUser: 'Verification failed, please login again',
    noRoles: 'roles must be a non-null array',
    noUnit: 'unit information does not exist',
  },
});
