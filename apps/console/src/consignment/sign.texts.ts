import { defineTexts } from '../i18n/texts.js';

/** Texts of the sign dialog. */
export const texts = defineTexts('sign', {
  zh: {
    title: '本次签名 {{n}} 份委托', consent: '我已核对以上委托', verb: '提交签名', signer: '签名人', here: '请在框内手写签名', again: '重写', signed: '签名成功', cancel: '取消', yuan: '元', samples: '{{n}} 个样品',
    byPhone: '手机扫码签名', code: '签名二维码', scan: '用手机扫码，无需登录即可签名；{{minutes}} 分钟内有效。', localOnly: '{{minutes}} 分钟内有效。当前是本机地址，手机无法打开；请用手机能访问的地址打开平台后扫码。', waiting: '等待手机签名', expired: '二维码已过期', renew: '刷新二维码', tooMany: '扫码一次最多签 {{max}} 份委托，请在右侧签名。',
  },
  en: {
    title: 'Consignments to sign: {{n}}', consent: 'I have checked the above', verb: 'Sign', signer: 'Signed by', here: 'Please sign in the box', again: 'Start over', signed: 'Signed', cancel: 'Cancel', yuan: 'yuan', samples: '{{n}} samples',
    byPhone: 'Sign on a phone', code: 'QR code to sign with', scan: 'Scan it with a phone and sign without a login, within {{minutes}} minutes.', localOnly: 'Valid for {{minutes}} minutes. You opened the platform at an address of this machine only; a phone needs one it can reach.', waiting: 'Waiting for the phone', expired: 'The code has expired', renew: 'New code', tooMany: 'One code signs at most {{max}} consignments. Please sign at the right.',
  },
  es: {
    title: 'Encargos por firmar: {{n}}', consent: 'He comprobado lo anterior', verb: 'Firmar', signer: 'Firma', here: 'Firme en el recuadro', again: 'Repetir', signed: 'Firmado', cancel: 'Cancelar', yuan: 'yuanes', samples: '{{n}} muestras',
    byPhone: 'Firmar con el móvil', code: 'Código QR para firmar', scan: 'Escanéelo con el móvil y firme sin iniciar sesión, en {{minutes}} minutos.', localOnly: 'Válido {{minutes}} minutos. Ha abierto la plataforma en una dirección de esta máquina; el móvil necesita una que alcance.', waiting: 'Esperando al móvil', expired: 'El código ha caducado', renew: 'Nuevo código', tooMany: 'Un código firma como máximo {{max}} encargos. Firme a la derecha.',
  },
});
