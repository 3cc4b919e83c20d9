import { defineTexts } from '../i18n/texts.js';

/** Texts of what list, form and audit do with a consignment. Successes and failures are the specification's (000 section 8). */
export const texts = defineTexts('consignment', {
  zh: {
    cancel: '取消', save: '保存',
    raw: '原材料预委托', site: '现场检测预约', handover: '交竣工检测预约', draft: '未编号的草稿',
    submit: '提交委托', submitLabel: '提交说明', submitVerb: '提交', submitted: '提交成功', submitFailed: '提交失败', cannotSubmit: '暂不能提交', lookAtSample: '查看样品',
    chooseToSubmit: '请选择要提交的委托', alreadySubmitted: '您请选择的委托中有已经提交的委托。',
    withdraw: '撤回委托', withdrawReason: '撤回原因', withdrawSentence: '撤回后，{{code}} 变为“{{status}}”，可重新编辑或删除。', withdrawInformed: '检测单位会收到通知。', withdrawSeveral: '撤回后，{{n}} 份委托变为“{{status}}”，可重新编辑或删除。', removeSeveral: '删除后，{{n}} 份委托不再出现在列表中，不能恢复。', withdrawn: '已撤回',
    remove: '删除委托', removeReason: '删除原因', removeSentence: '删除后，{{code}} 不再出现在列表中，不能恢复。', removed: '删除成功',
    reopened: '已变为“{{status}}”，可以修改', copied: '已复制为新委托', notified: '已通知见证人',
    mailNumber: '邮寄单号', setMailNumber: '填写邮寄单号', mailNumberSaved: '保存成功',
   
  },
  en: {
    cancel: 'Cancel', save: 'Save',
    raw: 'Raw-material consignment', site: 'On-site testing appointment', handover: 'Handover testing appointment', draft: 'Draft without a number',
    submit: 'Submit consignment', submitLabel: 'Comment', submitVerb: 'Submit', submitted: 'submit succeeded', submitFailed: 'submit failed', cannotSubmit: 'Cannot be submitted yet', lookAtSample: 'Open the sample',
    chooseToSubmit: 'Please choose the consignments to submit', alreadySubmitted: 'Some of the chosen consignments have already been submitted.',
    withdraw: 'Withdraw', withdrawReason: 'Reason', withdrawSentence: '{{code}} becomes “{{status}}”. It can be edited again or deleted.', withdrawInformed: 'The testing unit is informed.', withdrawSeveral: '{{n}} consignments become “{{status}}”. They can be edited again or deleted.', removeSeveral: '{{n}} consignments leave the list and cannot be restored.', withdrawn: 'Withdrawn',
    remove: 'Delete', removeReason: 'Reason', removeSentence: '{{code}} leaves the list and cannot be restored.', removed: 'Deleted',
    reopened: 'It is “{{status}}” now and can be edited', copied: 'Copied to a new consignment', notified: 'Witnesses notified',
    mailNumber: 'Mail number', setMailNumber: 'Mail number', mailNumberSaved: 'Saved',
   
  },
  es: {
    cancel: 'Cancelar', save: 'Guardar',
    raw: 'Encargo de materiales', site: 'Cita de ensayo en obra', handover: 'Cita de ensayo de entrega', draft: 'Borrador sin número',
    submit: 'Enviar encargo', submitLabel: 'Comentario', submitVerb: 'Enviar', submitted: 'Enviado correctamente', submitFailed: 'Error al enviar', cannotSubmit: 'Aún no se puede enviar', lookAtSample: 'Ver la muestra',
    chooseToSubmit: 'Elija los encargos que desea enviar', alreadySubmitted: 'Algunos de los encargos elegidos ya se han enviado.',
    withdraw: 'Retirar', withdrawReason: 'Motivo', withdrawSentence: '{{code}} pasa a “{{status}}”. Se puede volver a editar o eliminar.', withdrawInformed: 'Se avisa a la entidad de ensayo.', withdrawSeveral: '{{n}} encargos pasan a “{{status}}”. Se pueden volver a editar o eliminar.', removeSeveral: '{{n}} encargos salen de la lista y no se pueden recuperar.', withdrawn: 'Retirado',
    remove: 'Eliminar', removeReason: 'Motivo', removeSentence: '{{code}} sale de la lista y no se puede recuperar.', removed: 'Eliminado',
    reopened: 'Ahora está “{{status}}” y se puede editar', copied: 'Copiado en un encargo nuevo', notified: 'Testigos avisados',
    mailNumber: 'Número de envío', setMailNumber: 'Número de envío', mailNumberSaved: 'Guardado',
   
  },
});
