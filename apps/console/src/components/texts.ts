import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('components', {
  zh: {
    cancel: '取消', confirm: '确认', closeDialog: '关闭对话框', closePanel: '关闭详情', closeMessage: '关闭消息', confirmKeys: 'Ctrl ↵ 确认，Esc 取消', ok: '知道了', notice: '提示',
    remark: '意见', emptyRemark: '输入内容不能为空', pass: '通过', notPass: '不通过', result: '审核结论',
    loading: '正在加载', retry: '重试', copyError: '复制错误信息', copied: '复制成功', requestId: '请求号 {{id}}',
    failedSafe: '您填写的内容没有丢失，可以稍后重试。', failedTitle: '没有加载出来',
    more: '更多', selectAll: '全选本页', selectRow: '选择 {{name}}', rowsOf: '共 {{total}} 条，第 {{from}}–{{to}} 条', rowsOfCapped: '超过 10,000 条，第 {{from}}–{{to}} 条', noRows: '共 0 条',
    perPage: '{{n}} 条/页', pageSize: '每页条数', previous: '上一页', next: '下一页', page: '第 {{n}} 页', pages: '分页', goTo: '前往', goToPage: '前往页码，回车跳转',
    breadcrumb: '位置',
  },
  en: {
    cancel: 'Cancel', confirm: 'Confirm', closeDialog: 'Close dialog', closePanel: 'Close details', closeMessage: 'Close message', confirmKeys: 'Ctrl ↵ confirms, Esc cancels', ok: 'OK', notice: 'Notice',
    remark: 'Comment', emptyRemark: 'input content cannot be empty', pass: 'Pass', notPass: 'Not pass', result: 'Verdict',
    loading: 'Loading', retry: 'Try again', copyError: 'Copy error details', copied: 'Copied', requestId: 'Request {{id}}',
    failedSafe: 'Nothing you typed is lost; you can try again later.', failedTitle: 'This could not be loaded',
    more: 'More', selectAll: 'Select this page', selectRow: 'Select {{name}}', rowsOf: '{{from}}–{{to}} of {{total}}', rowsOfCapped: '{{from}}–{{to}} of more than 10,000', noRows: 'No rows',
    perPage: '{{n}} / page', pageSize: 'Rows per page', previous: 'Previous page', next: 'Next page', page: 'Page {{n}}', pages: 'Pages', goTo: 'Go to', goToPage: 'Go to page, then Enter',
    breadcrumb: 'Location',
  },
  es: {
    cancel: 'Cancelar', confirm: 'Confirmar', closeDialog: 'Cerrar diálogo', closePanel: 'Cerrar detalle', closeMessage: 'Cerrar mensaje', confirmKeys: 'Ctrl ↵ confirma, Esc cancela', ok: 'Entendido', notice: 'Aviso',
    remark: 'Comentario', emptyRemark: 'el contenido no puede estar vacío', pass: 'Aprobado', notPass: 'No aprobado', result: 'Resultado',
    loading: 'Cargando', retry: 'Reintentar', copyError: 'Copiar el error', copied: 'Copiado', requestId: 'Solicitud {{id}}',
    failedSafe: 'No se ha perdido nada de lo escrito; inténtelo más tarde.', failedTitle: 'No se pudo cargar',
    more: 'Más', selectAll: 'Seleccionar esta página', selectRow: 'Seleccionar {{name}}', rowsOf: '{{from}}–{{to}} de {{total}}', rowsOfCapped: '{{from}}–{{to}} de más de 10.000', noRows: 'Sin filas',
    perPage: '{{n}} / página', pageSize: 'Filas por página', previous: 'Página anterior', next: 'Página siguiente', page: 'Página {{n}}', pages: 'Páginas', goTo: 'Ir a', goToPage: 'Ir a la página, y Entrar',
    breadcrumb: 'Ubicación',
  },
});
