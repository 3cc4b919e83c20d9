import { defineTexts } from '../../i18n/texts.js';

/** Texts of the page on which a phone signs consignments. */
export const texts = defineTexts('signList', {
  zh: {
    title: '委托签名', count: '本次签名 {{n}} 份委托', waiting: '待签名', samples: '{{n}} 个样品', yuan: '元', unit: '委托单位', signer: '签名人', consignor: '委托人 {{name}}', phone: '手机号', until: '链接有效至',
    only: '签名图片只用于以上委托单。', consent: '我已核对委托内容，同意以此签名作为委托人签字', signedWords: '这些委托已完成签名，无需重复签名。可以关闭此页。',
  },
  en: {
    title: 'Sign consignments', count: 'To sign: {{n}}', waiting: 'Awaiting signature', samples: '{{n}} samples', yuan: 'yuan', unit: 'Consigning unit', signer: 'Signed by', consignor: 'Consignor {{name}}', phone: 'Phone', until: 'Link valid until',
    only: 'The signature is used for the above consignments only.', consent: 'I have checked the consignments and agree to this as the consignor’s signature', signedWords: 'These consignments are signed; there is nothing more to do. You can close this page.',
  },
  es: {
    title: 'Firmar encargos', count: 'Por firmar: {{n}}', waiting: 'Pendiente de firma', samples: '{{n}} muestras', yuan: 'yuanes', unit: 'Unidad cliente', signer: 'Firma', consignor: 'Cliente {{name}}', phone: 'Teléfono', until: 'Enlace válido hasta',
    only: 'La firma se usa solo para los encargos de arriba.', consent: 'He comprobado los encargos y acepto esta firma como la del cliente', signedWords: 'Estos encargos están firmados; no hay nada más que hacer. Puede cerrar esta página.',
  },
});
