import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('witness', {
  zh: {
    ownerTitle: '建设单位见证人', supervisionTitle: '监理单位见证人', unit: '单位名称', name: '见证人', cardNo: '见证证书编号', phone: '见证人手机号', phoneHint: '签名短信将发送到此号码',
    needSign: '需要见证人签名', signingOff: '检测单位未启用委托签名，不能更改签名需求', add: '添加见证人', remove: '移除见证人 {{name}}', cancel: '取消', save: '确定见证人', row: '第 {{n}} 位',
  },
  en: {
    ownerTitle: 'Witnesses of the owner', supervisionTitle: 'Witnesses of the supervision', unit: 'Unit', name: 'Witness', cardNo: 'Certificate number', phone: 'Mobile number', phoneHint: 'The signature message is sent to this number',
    needSign: 'Witness signature needed', signingOff: 'This testing unit does not use signatures; the need cannot change', add: 'Add witness', remove: 'Remove witness {{name}}', cancel: 'Cancel', save: 'Set witnesses', row: 'No. {{n}}',
  },
  es: {
    ownerTitle: 'Testigos de la propiedad', supervisionTitle: 'Testigos de la supervisión', unit: 'Unidad', name: 'Testigo', cardNo: 'N.º de certificado', phone: 'Móvil', phoneHint: 'El mensaje de firma se envía a este número',
    needSign: 'Se necesita la firma del testigo', signingOff: 'Este laboratorio no usa firmas; no se puede cambiar', add: 'Añadir testigo', remove: 'Quitar testigo {{name}}', cancel: 'Cancelar', save: 'Fijar testigos', row: 'N.º {{n}}',
  },
});
