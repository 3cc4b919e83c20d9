import { defineTexts } from '../i18n/texts.js';

/** Texts of the sign dialog. */
export const texts = defineTexts('sign', {
  zh: {
    title: '本次签名 {{n}} 份委托', consent: '我已核对以上委托', verb: '提交签名', signer: '签名人', here: '请在框内手写签名', again: '重写', signed: '签名成功', cancel: '取消', yuan: '元', samples: '{{n}} 个样品',
    byPhone: '手机扫码签名', code: '签名二维码', scan: '用手机扫码，无需登录即可签名。', waiting: '等待手机签名',
  },
  en: {
    title: 'Consignments to sign: {{n}}', consent: 'I have checked the above', verb: 'Sign', signer: 'Signed by', here: 'Please sign in the box', again: 'Start over', signed: 'Signed', cancel: 'Cancel', yuan: 'yuan', samples: '{{n}} samples',
    byPhone: 'Sign on a phone', code: 'QR code to sign with', scan: 'Scan it with a phone and sign without a login.', waiting: 'Waiting for the phone',
  },
  es: {
    title: 'Encargos por firmar: {{n}}', consent: 'He comprobado lo anterior', verb: 'Firmar', signer: 'Firma', here: 'Firme en el recuadro', again: 'Repetir', signed: 'Firmado', cancel: 'Cancelar', yuan: 'yuanes', samples: '{{n}} muestras',
    byPhone: 'Firmar con el móvil', code: 'Código QR para firmar', scan: 'Escanéelo con el móvil y firme sin iniciar sesión.', waiting: 'Esperando al móvil',
  },
});
