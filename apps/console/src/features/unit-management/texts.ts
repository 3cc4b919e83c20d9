import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('unit-management', {
  zh: {
    testTitle: '检测单位管理', consignTitle: '委托单位管理', testList: '检测单位列表', consignList: '委托单位列表', searchTest: '按名称或编号搜索', searchConsign: '按名称、编号或信用代码搜索', actions: '操作',
    addTest: '新建检测单位', editTest: '编辑检测单位', addConsign: '新建委托单位', editConsign: '编辑委托单位', edit: '编辑', params: '参数', reports: '报告', accounts: '账号', history: '历史', switchOff: '停用', switchOn: '启用',
    rightsReason: '调整原因', rightsTaken: '去掉资质、访问地址或检测系统连接须说明原因，原因记入该单位的历史。', offTest: '停用检测单位', onTest: '启用检测单位', offConsign: '停用委托单位', onConsign: '启用委托单位', reason: '停用原因',
    offTestSentence: '“{{name}}”不再提供给委托单位选择；已经收到的委托仍由它办完。', onTestSentence: '“{{name}}”重新提供给委托单位选择。', offConsignSentence: '“{{name}}”不能再新建或提交委托；已经提交的委托照常办理。', onConsignSentence: '“{{name}}”可以重新新建和提交委托。',
    switchedOff: '已停用', switchedOn: '已启用', noTest: '还没有检测单位', noTestHint: '登记后，委托单位就可以选择它。', noConsign: '还没有委托单位', noConsignHint: '登记后，就可以为它添加账号。',
  },
  en: {
    testTitle: 'Testing units', consignTitle: 'Consigning units', testList: 'List of testing units', consignList: 'List of consigning units', searchTest: 'Search name or number', searchConsign: 'Search name, number or credit code', actions: 'Actions',
    addTest: 'New testing unit', editTest: 'Edit testing unit', addConsign: 'New consigning unit', editConsign: 'Edit consigning unit', edit: 'Edit', params: 'Parameters', reports: 'Reports', accounts: 'Accounts', history: 'History', switchOff: 'Switch off', switchOn: 'Switch on',
    rightsReason: 'Reason', rightsTaken: 'Taking a qualification, a web address or the connection of its system away needs a reason; it stands in the unit’s history.', offTest: 'Switch off testing unit', onTest: 'Switch on testing unit', offConsign: 'Switch off consigning unit', onConsign: 'Switch on consigning unit', reason: 'Reason',
    offTestSentence: '“{{name}}” is no longer offered to consigning units; it finishes what it has been sent.', onTestSentence: '“{{name}}” is offered to consigning units again.', offConsignSentence: '“{{name}}” can no longer start or submit consignments; those submitted go on.', onConsignSentence: '“{{name}}” can start and submit consignments again.',
    switchedOff: 'Switched off', switchedOn: 'Switched on', noTest: 'No testing units yet', noTestHint: 'Once registered, consigning units can choose it.', noConsign: 'No consigning units yet', noConsignHint: 'Once registered, it can get accounts.',
  },
  es: {
    testTitle: 'Laboratorios', consignTitle: 'Unidades comitentes', testList: 'Lista de laboratorios', consignList: 'Lista de unidades', searchTest: 'Buscar nombre o número', searchConsign: 'Buscar nombre, número o código', actions: 'Acciones',
    addTest: 'Nuevo laboratorio', editTest: 'Editar laboratorio', addConsign: 'Nueva unidad', editConsign: 'Editar unidad', edit: 'Editar', params: 'Parámetros', reports: 'Informes', accounts: 'Cuentas', history: 'Historial', switchOff: 'Desactivar', switchOn: 'Activar',
    rightsReason: 'Motivo', rightsTaken: 'Quitar una acreditación, una dirección web o la conexión de su sistema exige un motivo, que queda en el historial.', offTest: 'Desactivar laboratorio', onTest: 'Activar laboratorio', offConsign: 'Desactivar unidad', onConsign: 'Activar unidad', reason: 'Motivo',
    offTestSentence: '«{{name}}» ya no se ofrece a las unidades; termina lo que ha recibido.', onTestSentence: '«{{name}}» vuelve a ofrecerse a las unidades.', offConsignSentence: '«{{name}}» ya no puede crear ni enviar encargos; los enviados continúan.', onConsignSentence: '«{{name}}» puede volver a crear y enviar encargos.',
    switchedOff: 'Desactivada', switchedOn: 'Activada', noTest: 'Todavía no hay laboratorios', noTestHint: 'Una vez registrado, las unidades pueden elegirlo.', noConsign: 'Todavía no hay unidades', noConsignHint: 'Una vez registrada, puede tener cuentas.',
  },
});
