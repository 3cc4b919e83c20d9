import { defineTexts } from '../../i18n/texts.js';

/** Texts of every page on which a phone signs. */
export const texts = defineTexts('signature', {
  zh: {
    here: '请在框内手写签名',
    again: '重写',
    later: '稍后再签',
    submit: '提交签名',
    sending: '正在提交…',
    retrying: '网络不稳定，正在重试，请不要关闭此页。',
    lost: '没有连上服务器，签名还在，请检查网络后再次提交。',
    signed: '签名成功',
    notSigned: '尚未签名',
    laterWords: '可以关闭此页。{{until}} 前可再次打开此链接签名，过期后请在电脑上重新扫码。',
    backToSigning: '返回签名',
    cannotSign: '无法签名',
  },
  en: {
    here: 'Please sign in the box',
    again: 'Start over',
    later: 'Later',
    submit: 'Sign',
    sending: 'Sending…',
    retrying: 'The network is unstable. Trying again, please keep this page open.',
    lost: 'The server could not be reached. Your signature is still here; check the network and sign again.',
    signed: 'Signed',
    notSigned: 'Not signed yet',
    laterWords:
      'You can close this page and open the link again until {{until}}; after that scan a new code on the computer.',
    backToSigning: 'Back to signing',
    cannotSign: 'This cannot be signed',
  },
  es: {
    here: 'Firme en el recuadro',
    again: 'Repetir',
    later: 'Más tarde',
    submit: 'Firmar',
    sending: 'Enviando…',
    retrying: 'La red es inestable. Reintentando, no cierre esta página.',
    lost: 'No se pudo conectar. Su firma sigue aquí; compruebe la red y firme de nuevo.',
    signed: 'Firmado',
    notSigned: 'Aún sin firmar',
    laterWords:
      'Puede cerrar esta página y abrir el enlace de nuevo hasta las {{until}}; después escanee un código nuevo en el ordenador.',
    backToSigning: 'Volver a firmar',
    cannotSign: 'No se puede firmar',
  },
});
