import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('consignment-facts', {
  zh: {
    consignUnit: '委托单位', testUnit: '检测单位', receivingAddress: '收样地址', project: '工程项目', qualification: '资质类型', category: '检测类别', linkPerson: '委托人', phone: '联系电话', unitAddress: '委托单位地址',
    sending: '送样方式', 'send.1': '自送', 'send.2': '邮寄', 'pay.1': '寄方付', 'pay.2': '到付', mailed: '邮寄（{{pay}}）', mailNumber: '邮寄单号', report: '报告领取', 'report.1': '自取', 'report.3': '邮寄', 'report.10': '电子报告', reports: '{{way}}，{{count}} 份', expectTime: '预约检测时间', committed: '提交时间',
    contractor: '施工单位', witnessOwner: '建设单位见证', witnessSupervision: '监理单位见证', mustSign: '需要签名', noWitness: '不需要', witness: '见证', memo: '备注',
  },
  en: {
    consignUnit: 'Consigning unit', testUnit: 'Testing unit', receivingAddress: 'Delivery address', project: 'Project', qualification: 'Qualification type', category: 'Test category', linkPerson: 'Contact person', phone: 'Contact phone', unitAddress: 'Address of the consigning unit',
    sending: 'Sending', 'send.1': 'self-delivery', 'send.2': 'mail', 'pay.1': 'sender pays', 'pay.2': 'collect', mailed: 'mail ({{pay}})', mailNumber: 'Mail number', report: 'Report', 'report.1': 'pick-up', 'report.3': 'mail', 'report.10': 'electronic report', reports: '{{way}}, {{count}}', expectTime: 'Appointment', committed: 'Submitted',
    contractor: 'Contractor', witnessOwner: 'Owner’s witnesses', witnessSupervision: 'Supervision’s witnesses', mustSign: 'signature needed', noWitness: 'not needed', witness: 'Witness', memo: 'Remark',
  },
  es: {
    consignUnit: 'Unidad', testUnit: 'Laboratorio', receivingAddress: 'Dirección de entrega', project: 'Proyecto', qualification: 'Tipo de acreditación', category: 'Categoría', linkPerson: 'Persona de contacto', phone: 'Teléfono', unitAddress: 'Dirección de la unidad',
    sending: 'Envío', 'send.1': 'entrega propia', 'send.2': 'correo', 'pay.1': 'paga el remitente', 'pay.2': 'a cobro', mailed: 'correo ({{pay}})', mailNumber: 'N.º de envío', report: 'Informe', 'report.1': 'recogida', 'report.3': 'correo', 'report.10': 'informe electrónico', reports: '{{way}}, {{count}}', expectTime: 'Cita', committed: 'Enviado',
    contractor: 'Contratista', witnessOwner: 'Testigos de la propiedad', witnessSupervision: 'Testigos de la supervisión', mustSign: 'con firma', noWitness: 'no se necesita', witness: 'Testigo', memo: 'Nota',
  },
});
