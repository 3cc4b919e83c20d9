import { defineTexts } from '../i18n/texts.js';

/** What each event of a consignment is called (DESIGN 10), and how a sentence is made of it. */
export const texts = defineTexts('event-words', {
  zh: {
    ConsignmentCreated: '创建委托', ConsignmentCopied: '复制委托', ConsignmentSaved: '保存基本信息', TestingUnitChanged: '更换检测单位',
    SampleAdded: '添加样品', SampleSaved: '修改样品', SampleRemoved: '删除样品', ConsignmentCommitted: '提交委托', AuditPassed: '审核通过', AuditRejected: '审核不通过',
    SampleConfirmed: '确认收样', SampleReturned: '退回样品', ConsignmentCancelled: '撤回委托', ConsignmentReopened: '重新编辑', ConsignmentDeleted: '删除委托',
    MailNumberSet: '填写邮寄单号', WitnessNotified: '通知见证人', SignatureRequested: '列出待签名人', ConsignmentSigned: '签名', ActualFeeSet: '填写实际费用', BillGenerated: '登记委托单',
    AttachmentAdded: '上传附件', AttachmentRemoved: '删除附件', LaterStageEntered: '转入后续阶段', 'later.60': '转回已收样', 'later.70': '要求补正', 'later.80': '转入待签名',
    witnesses: '修改见证人', sentence: '{{verb}}：{{what}}', comma: '、', semicolon: '；', yuan: '{{amount}} 元', samples: '{{n}} 个样品', people: '{{n}} 人', files: '{{n}} 个附件',
    'sign.1': '委托人', 'sign.2': '建设单位见证人', 'sign.3': '监理单位见证人', 'sign.4': '其他', changed: '{{name}} {{old}} → {{new}}', added: '{{name}} + {{new}}', removed: '{{name}} − {{old}}', blank: '（空）', more: '等 {{n}} 处',
  },
  en: {
    ConsignmentCreated: 'Created', ConsignmentCopied: 'Copied', ConsignmentSaved: 'Saved the basic information', TestingUnitChanged: 'Changed the testing unit',
    SampleAdded: 'Added a sample', SampleSaved: 'Changed a sample', SampleRemoved: 'Deleted samples', ConsignmentCommitted: 'Submitted', AuditPassed: 'Audit passed', AuditRejected: 'Audit rejected',
    SampleConfirmed: 'Receipt confirmed', SampleReturned: 'Samples returned', ConsignmentCancelled: 'Withdrawn', ConsignmentReopened: 'Reopened', ConsignmentDeleted: 'Deleted',
    MailNumberSet: 'Entered the mail number', WitnessNotified: 'Notified the witnesses', SignatureRequested: 'Listed who signs', ConsignmentSigned: 'Signed', ActualFeeSet: 'Entered the actual fee', BillGenerated: 'Registered the bill',
    AttachmentAdded: 'Uploaded a file', AttachmentRemoved: 'Deleted a file', LaterStageEntered: 'Moved to a later stage', 'later.60': 'Back to samples received', 'later.70': 'Asked for a correction', 'later.80': 'Waits for signatures',
    witnesses: 'Changed the witnesses', sentence: '{{verb}}: {{what}}', comma: ', ', semicolon: '; ', yuan: '{{amount}} yuan', samples: 'samples: {{n}}', people: 'people: {{n}}', files: 'files: {{n}}',
    'sign.1': 'consignor', 'sign.2': 'owner’s witness', 'sign.3': 'supervision’s witness', 'sign.4': 'other', changed: '{{name}} {{old}} → {{new}}', added: '{{name}} + {{new}}', removed: '{{name}} − {{old}}', blank: '(blank)', more: '{{n}} in all',
  },
  es: {
    ConsignmentCreated: 'Creado', ConsignmentCopied: 'Copiado', ConsignmentSaved: 'Datos básicos guardados', TestingUnitChanged: 'Laboratorio cambiado',
    SampleAdded: 'Muestra añadida', SampleSaved: 'Muestra modificada', SampleRemoved: 'Muestras eliminadas', ConsignmentCommitted: 'Enviado', AuditPassed: 'Revisión aprobada', AuditRejected: 'Revisión rechazada',
    SampleConfirmed: 'Recepción confirmada', SampleReturned: 'Muestras devueltas', ConsignmentCancelled: 'Retirado', ConsignmentReopened: 'Reabierto', ConsignmentDeleted: 'Eliminado',
    MailNumberSet: 'N.º de envío indicado', WitnessNotified: 'Testigos avisados', SignatureRequested: 'Firmantes indicados', ConsignmentSigned: 'Firmado', ActualFeeSet: 'Importe real indicado', BillGenerated: 'Orden registrada',
    AttachmentAdded: 'Archivo subido', AttachmentRemoved: 'Archivo eliminado', LaterStageEntered: 'Pasado a una fase posterior', 'later.60': 'Vuelto a muestras recibidas', 'later.70': 'Corrección solicitada', 'later.80': 'Pendiente de firmas',
    witnesses: 'Testigos modificados', sentence: '{{verb}}: {{what}}', comma: ', ', semicolon: '; ', yuan: '{{amount}} yuanes', samples: 'muestras: {{n}}', people: 'personas: {{n}}', files: 'archivos: {{n}}',
    'sign.1': 'solicitante', 'sign.2': 'testigo de la propiedad', 'sign.3': 'testigo de la supervisión', 'sign.4': 'otro', changed: '{{name}} {{old}} → {{new}}', added: '{{name}} + {{new}}', removed: '{{name}} − {{old}}', blank: '(vacío)', more: '{{n}} en total',
  },
});
