import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('consignment-log', {
  zh: { title: '委托日志', history: '完整历史', time: '操作时间', operator: '操作人', flow: '审核流程', comment: '处理意见', close: '关闭', empty: '还没有日志', emptyText: '委托提交以后，每一步都会记在这里。', failed: '委托日志没有加载出来' },
  en: { title: 'Consignment log', history: 'Whole history', time: 'Time', operator: 'Operator', flow: 'Flow', comment: 'Comment', close: 'Close', empty: 'Nothing logged yet', emptyText: 'Every step from the submission on is recorded here.', failed: 'The log could not be loaded' },
  es: { title: 'Registro del encargo', history: 'Historial completo', time: 'Hora', operator: 'Operador', flow: 'Proceso', comment: 'Comentario', close: 'Cerrar', empty: 'Aún sin registros', emptyText: 'Aquí se anota cada paso desde el envío.', failed: 'No se pudo cargar el registro' },
});
