import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('home', {
  zh: {
    title: '首页', workbench: '工作台', new: '新建委托', waitingClient: '需要您处理', waitingLab: '待审核，按等待时间', withLab: '检测单位处理中', toReceive: '待收样', toAudit: '待审核', total: '全部委托', received: '已收样',
    allN: '全部 {{n}} 条', statuses: '当前各状态', rows: '{{n}} 条', reason: '原因：{{reason}}', unsubmitted: '{{content}}，{{n}} 个样品', nothing: '没有等您处理的委托', nothingText: '需要您修改、补正或签名的委托会出现在这里。', nothingLab: '没有待审核的委托', nothingLabText: '委托单位提交的委托会出现在这里。',
    failed: '工作台没有加载出来', code: '预委托编号', status: '状态', what: '内容', time: '时间', waited: '已等待', action: '操作', draft: '草稿', open: '处理', audit: '审核',
    days: '{{d}} 天 {{h}} 时', hours: '{{h}} 时 {{m}} 分', minutes: '{{m}} 分', operator: '您的账号用于运行维护。', detail: '{{n}} {{name}}',
  },
  en: {
    title: 'Home', workbench: 'Workbench', new: 'New consignment', waitingClient: 'Waiting for you', waitingLab: 'Awaiting audit, oldest first', withLab: 'With the testing unit', toReceive: 'Awaiting samples', toAudit: 'Awaiting audit', total: 'All consignments', received: 'Received',
    allN: 'All {{n}}', statuses: 'By status', rows: '{{n}}', reason: 'Reason: {{reason}}', unsubmitted: '{{content}}, {{n}} samples', nothing: 'Nothing waits for you', nothingText: 'Consignments to amend, correct or sign appear here.', nothingLab: 'Nothing awaits your audit', nothingLabText: 'What consigning units submit appears here.',
    failed: 'The workbench could not be loaded', code: 'Code', status: 'Status', what: 'Content', time: 'Time', waited: 'Waiting', action: 'Action', draft: 'Draft', open: 'Open', audit: 'Audit',
    days: '{{d}} d {{h}} h', hours: '{{h}} h {{m}} min', minutes: '{{m}} min', operator: 'Your account is for operations.', detail: '{{n}} {{name}}',
  },
  es: {
    title: 'Inicio', workbench: 'Panel', new: 'Nuevo encargo', waitingClient: 'Pendientes de usted', waitingLab: 'Por revisar, los más antiguos primero', withLab: 'En la entidad de ensayo', toReceive: 'Pendientes de muestras', toAudit: 'Por revisar', total: 'Todos los encargos', received: 'Recibidos',
    allN: 'Todos: {{n}}', statuses: 'Por estado', rows: '{{n}}', reason: 'Motivo: {{reason}}', unsubmitted: '{{content}}, {{n}} muestras', nothing: 'Nada pendiente', nothingText: 'Aquí aparecen los encargos que debe modificar, corregir o firmar.', nothingLab: 'Nada por revisar', nothingLabText: 'Aquí aparece lo que envían las unidades.',
    failed: 'No se pudo cargar el panel', code: 'Código', status: 'Estado', what: 'Contenido', time: 'Hora', waited: 'Espera', action: 'Acción', draft: 'Borrador', open: 'Abrir', audit: 'Revisar',
    days: '{{d}} d {{h}} h', hours: '{{h}} h {{m}} min', minutes: '{{m}} min', operator: 'Su cuenta es de operación.', detail: '{{n}} {{name}}',
  },
});
