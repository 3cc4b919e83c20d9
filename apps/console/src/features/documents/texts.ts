import { defineTexts } from '../../i18n/texts.js';

/** Fixed texts: 000 section 4 (PDF generation flow) and section 8. */
export const texts = defineTexts('documents', {
  zh: {
    generating: '正在生成 PDF，请稍候', generatingFor: '正在生成 PDF，已用 {{seconds}} 秒', generatingSeveral: '正在生成 PDF，已完成 {{ready}} / {{of}} 份', stop: '停止等待',
    failed: 'PDF 生成失败，是否重新生成？', slow: 'PDF 生成时间较长，是否重新生成或继续等待？', regenerate: '重新生成', keepWaiting: '继续等待', cancel: '取消',
    listFailed: '获取委托单PDF信息失败', withheld: '委托单 PDF 含有姓名、电话等个人信息，不向当前角色显示', ready: 'PDF 已生成', readyText: '浏览器没有自动打开新标签页，请点“打开”。', open: '打开', readySeveralText: '浏览器只自动打开了其中一部分，其余请逐份打开。', close: '关闭',
  },
  en: {
    generating: 'Generating the PDF, please wait', generatingFor: 'Generating the PDF, {{seconds}} s', generatingSeveral: 'Generating PDFs, {{ready}} of {{of}} done', stop: 'Stop waiting',
    failed: 'PDF generation failed. Generate it again?', slow: 'Generating the PDF takes long. Generate it again or keep waiting?', regenerate: 'Generate again', keepWaiting: 'Keep waiting', cancel: 'Cancel',
    listFailed: 'The PDF of the consignment could not be read', withheld: 'The PDF of the consignment holds names and phones and is not shown to your role', ready: 'The PDF is ready', readyText: 'The browser did not open a new tab by itself; please press “Open”.', open: 'Open', readySeveralText: 'The browser opened only some of them by itself; please open the rest here.', close: 'Close',
  },
  es: {
    generating: 'Generando el PDF, espere', generatingFor: 'Generando el PDF, {{seconds}} s', generatingSeveral: 'Generando PDF, {{ready}} de {{of}} listos', stop: 'Dejar de esperar',
    failed: 'No se pudo generar el PDF. ¿Generarlo de nuevo?', slow: 'La generación del PDF tarda. ¿Generarlo de nuevo o seguir esperando?', regenerate: 'Generar de nuevo', keepWaiting: 'Seguir esperando', cancel: 'Cancelar',
    listFailed: 'No se pudo leer el PDF del encargo', withheld: 'El PDF del encargo contiene nombres y teléfonos y no se muestra a su función', ready: 'El PDF está listo', readyText: 'El navegador no abrió una pestaña nueva; pulse “Abrir”.', open: 'Abrir', readySeveralText: 'El navegador solo abrió algunos; abra los demás aquí.', close: 'Cerrar',
  },
});
