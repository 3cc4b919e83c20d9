import { defineTexts } from '../../i18n/texts.js';

/** Texts of what a laboratory without a laboratory system does by hand once the samples are there. */
export const texts = defineTexts('handwork', {
  zh: {
    fee: '实际费用', noFee: '未填写', enterFee: '填写', changeFee: '修改', feeTitle: '填写实际费用', feeHint: '委托方在“已收样”和“待签名”时看到此金额。', save: '保存', cancel: '取消', yuan: '元', feeSaved: '实际费用已保存', estimated: '预估 {{fee}} 元',
    bill: '委托单', noBill: '未上传', billThere: '已上传', openBill: '打开', replaceBill: '更换', keepBill: '不更换', billSaved: '委托单已上传', billHint: '委托方在“已收样”时可打印。',
    stage: '后续处理', stage60: '收样完成。需要委托方配合时，由此转出。', stage70: '等待委托方补正后重新提交。', stage80: '等待委托人签名，签名后回到“已收样”。',
    ask70: '要求补正', ask80: '请求签名', back70: '撤销补正要求', back80: '撤销签名请求',
    say70: '{{code}} 将变为“待补正”，委托方看到补正原因，修改后重新提交。', say80: '{{code}} 将变为“待签名”，由委托人扫码或在屏幕上签名。', say60: '{{code}} 将回到“已收样”，委托方不再需要处理。', withoutFee: '尚未填写实际费用，委托人签名时看到的是预估费用。',
    why70: '补正原因', why80: '说明', why60: '原因', noSigning: '贵单位未启用委托签名，不能请求签名', moved70: '已要求委托方补正', moved80: '已请求委托人签名', moved60: '已撤销',
  },
  en: {
    fee: 'Actual fee', noFee: 'not entered', enterFee: 'Enter', changeFee: 'Change', feeTitle: 'Enter the actual fee', feeHint: 'The client sees it while samples are received or a signature is awaited.', save: 'Save', cancel: 'Cancel', yuan: 'yuan', feeSaved: 'Actual fee saved', estimated: 'estimated {{fee}} yuan',
    bill: 'Bill', noBill: 'not uploaded', billThere: 'uploaded', openBill: 'Open', replaceBill: 'Replace', keepBill: 'Keep it', billSaved: 'Bill uploaded', billHint: 'The client can print it once the samples are received.',
    stage: 'What comes next', stage60: 'The samples are received. If the client has to do something, ask for it here.', stage70: 'Waiting for the client to correct and submit again.', stage80: 'Waiting for the consignor’s signature; then it is “samples received” again.',
    ask70: 'Ask for a correction', ask80: 'Ask for the signature', back70: 'Take the request back', back80: 'Take the request back',
    say70: '{{code}} will await a correction. The client reads the reason, corrects and submits again.', say80: '{{code}} will await the consignor’s signature, on a phone or on screen.', say60: '{{code}} goes back to “samples received”; the client has nothing to do any more.', withoutFee: 'There is no actual fee yet: who signs sees the estimate.',
    why70: 'What is to be corrected', why80: 'Remark', why60: 'Reason', noSigning: 'Your unit does not sign consignments, so no signature can be asked for', moved70: 'The client was asked for a correction', moved80: 'The consignor was asked to sign', moved60: 'Taken back',
  },
  es: {
    fee: 'Importe real', noFee: 'sin indicar', enterFee: 'Indicar', changeFee: 'Cambiar', feeTitle: 'Indicar el importe real', feeHint: 'El cliente lo ve cuando las muestras están recibidas o se espera la firma.', save: 'Guardar', cancel: 'Cancelar', yuan: 'yuanes', feeSaved: 'Importe real guardado', estimated: 'estimado {{fee}} yuanes',
    bill: 'Orden', noBill: 'sin subir', billThere: 'subida', openBill: 'Abrir', replaceBill: 'Sustituir', keepBill: 'No sustituir', billSaved: 'Orden subida', billHint: 'El cliente puede imprimirla cuando las muestras están recibidas.',
    stage: 'Siguiente paso', stage60: 'Las muestras están recibidas. Si el cliente debe hacer algo, pídalo aquí.', stage70: 'Se espera que el cliente corrija y envíe de nuevo.', stage80: 'Se espera la firma del cliente; después vuelve a “muestras recibidas”.',
    ask70: 'Pedir corrección', ask80: 'Pedir la firma', back70: 'Anular la petición', back80: 'Anular la petición',
    say70: '{{code}} queda pendiente de corrección. El cliente lee el motivo, corrige y envía de nuevo.', say80: '{{code}} queda pendiente de la firma del cliente, en el móvil o en pantalla.', say60: '{{code}} vuelve a “muestras recibidas”; el cliente ya no tiene nada que hacer.', withoutFee: 'Aún no hay importe real: quien firma ve el estimado.',
    why70: 'Qué debe corregirse', why80: 'Nota', why60: 'Motivo', noSigning: 'Su entidad no firma encargos; no se puede pedir la firma', moved70: 'Se ha pedido la corrección', moved80: 'Se ha pedido la firma', moved60: 'Petición anulada',
  },
});
