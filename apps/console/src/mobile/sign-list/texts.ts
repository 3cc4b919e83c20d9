import { defineTexts } from '../../i18n/texts.js';

/** Texts of the page on which a phone signs. */
export const texts = defineTexts('signList', {
  zh: {
    title: '委托签名', loading: '正在读取委托…', count: '本次签名 {{n}} 份委托', waiting: '待签名', samples: '{{n}} 个样品', yuan: '元',
    unit: '委托单位', signer: '签名人', consignor: '委托人 {{name}}', phone: '手机号', until: '链接有效至', here: '请在框内手写签名', again: '重写', only: '签名图片只用于以上 {{n}} 份委托单。',
    consent: '我已核对委托内容，同意以此签名作为委托人签字', later: '稍后再签', submit: '提交签名', sending: '正在提交…', retrying: '网络不稳定，正在重试，请不要关闭此页。', lost: '没有连上服务器，签名还在，请检查网络后再次提交。',
    signed: '签名成功', signedWords: '这些委托已完成签名，无需重复签名。可以关闭此页。', notSigned: '尚未签名', laterWords: '可以关闭此页。{{until}} 前可再次打开此链接签名，过期后请在电脑上重新扫码。', backToSigning: '返回签名',
    cannotSign: '无法签名', unreachable: '没有连上服务器', unreachableWords: '请检查网络后重试。', retry: '重试',
  },
  en: {
    title: 'Sign consignments', loading: 'Reading the consignments…', count: 'To sign: {{n}}', waiting: 'Awaiting signature', samples: '{{n}} samples', yuan: 'yuan',
    unit: 'Consigning unit', signer: 'Signed by', consignor: 'Consignor {{name}}', phone: 'Phone', until: 'Link valid until', here: 'Please sign in the box', again: 'Start over', only: 'The signature is used for the above consignments ({{n}}) only.',
    consent: 'I have checked the consignments and agree to this as the consignor’s signature', later: 'Later', submit: 'Sign', sending: 'Sending…', retrying: 'The network is unstable. Trying again, please keep this page open.', lost: 'The server could not be reached. Your signature is still here; check the network and sign again.',
    signed: 'Signed', signedWords: 'These consignments are signed; there is nothing more to do. You can close this page.', notSigned: 'Not signed yet', laterWords: 'You can close this page and open the link again until {{until}}; after that scan a new code on the computer.', backToSigning: 'Back to signing',
    cannotSign: 'This cannot be signed', unreachable: 'The server could not be reached', unreachableWords: 'Please check the network and try again.', retry: 'Try again',
  },
  es: {
    title: 'Firmar encargos', loading: 'Leyendo los encargos…', count: 'Por firmar: {{n}}', waiting: 'Pendiente de firma', samples: '{{n}} muestras', yuan: 'yuanes',
    unit: 'Unidad cliente', signer: 'Firma', consignor: 'Cliente {{name}}', phone: 'Teléfono', until: 'Enlace válido hasta', here: 'Firme en el recuadro', again: 'Repetir', only: 'La firma se usa solo para los encargos de arriba ({{n}}).',
    consent: 'He comprobado los encargos y acepto esta firma como la del cliente', later: 'Más tarde', submit: 'Firmar', sending: 'Enviando…', retrying: 'La red es inestable. Reintentando, no cierre esta página.', lost: 'No se pudo conectar. Su firma sigue aquí; compruebe la red y firme de nuevo.',
    signed: 'Firmado', signedWords: 'Estos encargos están firmados; no hay nada más que hacer. Puede cerrar esta página.', notSigned: 'Aún sin firmar', laterWords: 'Puede cerrar esta página y abrir el enlace de nuevo hasta {{until}}; después escanee un código nuevo en el ordenador.', backToSigning: 'Volver a firmar',
    cannotSign: 'No se puede firmar', unreachable: 'No se pudo conectar', unreachableWords: 'Compruebe la red e inténtelo de nuevo.', retry: 'Reintentar',
  },
});
