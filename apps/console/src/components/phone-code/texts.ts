import { defineTexts } from '../../i18n/texts.js';

/** Texts of every code that a phone scans. */
export const texts = defineTexts('phone-code', {
  zh: {
    making: '正在生成二维码',
    until: '有效至 {{time}}',
    localOnly: '当前是本机地址，手机无法打开；请用手机能访问的地址打开平台后扫码。',
    expired: '二维码已过期',
    renew: '刷新二维码',
    tooMany: '扫码一次最多签 {{max}} 份，请分次进行。',
  },
  en: {
    making: 'Making the code',
    until: 'Valid until {{time}}',
    localOnly: 'You opened the platform at an address of this machine only; a phone needs one it can reach.',
    expired: 'The code has expired',
    renew: 'New code',
    tooMany: 'One code signs at most {{max}}. Please do it in parts.',
  },
  es: {
    making: 'Creando el código',
    until: 'Válido hasta las {{time}}',
    localOnly: 'Ha abierto la plataforma en una dirección de esta máquina; el móvil necesita una que alcance.',
    expired: 'El código ha caducado',
    renew: 'Nuevo código',
    tooMany: 'Un código firma como máximo {{max}}. Hágalo por partes.',
  },
});
