import { defineTexts } from '../i18n/texts.js';

/** Texts of what list, form and audit do with a consignment. Successes and failures are the specification's (000 section 8). */
export const texts = defineTexts('consignment', {
  zh: {
    signTitle: '本次签名 {{n}} 份委托', signConsent: '我已核对以上委托', signVerb: '提交签名', signer: '签名人', signHere: '请在框内手写签名', signAgain: '重写', signed: '签名成功', cancel: '取消', save: '保存', yuan: '元',
    raw: '原材料预委托', site: '现场检测预约', handover: '交竣工检测预约', draft: '未编号的草稿',
    submit: '提交委托', submitLabel: '提交说明', submitVerb: '提交', submitted: '提交成功', submitFailed: '提交失败',
    chooseToSubmit: '请选择要提交的委托', alreadySubmitted: '您请选择的委托中有已经提交的委托。',
    withdraw: '撤回委托', withdrawReason: '撤回原因', withdrawSentence: '撤回后，{{code}} 变为“{{status}}”，可重新编辑或删除。', withdrawInformed: '检测单位会收到通知。', withdrawn: '已撤回',
    remove: '删除委托', removeReason: '删除原因', removeSentence: '删除后，{{code}} 不再出现在列表中，不能恢复。', removed: '删除成功',
    reopened: '已变为“{{status}}”，可以修改', copied: '已复制为新委托', notified: '已通知见证人',
    mailNumber: '邮寄单号', setMailNumber: '填写邮寄单号', mailNumberSaved: '保存成功',
   
  },
  en: {
    signTitle: 'Sign {{n}} consignments', signConsent: 'I have checked the above', signVerb: 'Sign', signer: 'Signed by', signHere: 'Please sign in the box', signAgain: 'Start over', signed: 'Signed', cancel: 'Cancel', save: 'Save', yuan: 'yuan',
    raw: 'Raw-material consignment', site: 'On-site testing appointment', handover: 'Handover testing appointment', draft: 'Draft without a number',
    submit: 'Submit consignment', submitLabel: 'Comment', submitVerb: 'Submit', submitted: 'submit succeeded', submitFailed: 'submit failed',
    chooseToSubmit: 'Please choose the consignments to submit', alreadySubmitted: 'Some of the chosen consignments have already been submitted.',
    withdraw: 'Withdraw', withdrawReason: 'Reason', withdrawSentence: '{{code}} becomes “{{status}}”. It can be edited again or deleted.', withdrawInformed: 'The testing unit is informed.', withdrawn: 'Withdrawn',
    remove: 'Delete', removeReason: 'Reason', removeSentence: '{{code}} leaves the list and cannot be restored.', removed: 'Deleted',
    reopened: 'It is “{{status}}” now and can be edited', copied: 'Copied to a new consignment', notified: 'Witnesses notified',
    mailNumber: 'Mail number', setMailNumber: 'Mail number', mailNumberSaved: 'Saved',
   
  },
  es: {
    signTitle: 'Firmar {{n}} encargos', signConsent: 'He comprobado lo anterior', signVerb: 'Firmar', signer: 'Firma', signHere: 'Firme en el recuadro', signAgain: 'Repetir', signed: 'Firmado', cancel: 'Cancelar', save: 'Guardar', yuan: 'yuanes',
    raw: 'Encargo de materiales', site: 'Cita de ensayo en obra', handover: 'Cita de ensayo de entrega', draft: 'Borrador sin número',
    submit: 'Enviar encargo', submitLabel: 'Comentario', submitVerb: 'Enviar', submitted: 'Enviado correctamente', submitFailed: 'Error al enviar',
    chooseToSubmit: 'Elija los encargos que desea enviar', alreadySubmitted: 'Algunos de los encargos elegidos ya se han enviado.',
    withdraw: 'Retirar', withdrawReason: 'Motivo', withdrawSentence: '{{code}} pasa a “{{status}}”. Se puede volver a editar o eliminar.', withdrawInformed: 'Se avisa a la entidad de ensayo.', withdrawn: 'Retirado',
    remove: 'Eliminar', removeReason: 'Motivo', removeSentence: '{{code}} sale de la lista y no se puede recuperar.', removed: 'Eliminado',
    reopened: 'Ahora está “{{status}}” y se puede editar', copied: 'Copiado en un encargo nuevo', notified: 'Testigos avisados',
    mailNumber: 'Número de envío', setMailNumber: 'Número de envío', mailNumberSaved: 'Guardado',
   
  },
});
