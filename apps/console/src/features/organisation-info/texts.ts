import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('organisation-info', {
  zh: { title: '机构信息', unitTitle: '单位信息', params: '参数设置', reports: '报告设置', history: '历史', save: '保存', undo: '放弃修改', identity: '登记信息', own: '联系与地址', loadFailed: '单位信息未能读取', noUnit: '账号没有绑定单位', noUnitHint: '请联系平台管理员。' },
  en: { title: 'Organisation', unitTitle: 'Unit', params: 'Parameters', reports: 'Report settings', history: 'History', save: 'Save', undo: 'Discard changes', identity: 'Registration', own: 'Contact and place', loadFailed: 'The unit could not be read', noUnit: 'This account belongs to no unit', noUnitHint: 'Please ask the administrator of the platform.' },
  es: { title: 'Organización', unitTitle: 'Unidad', params: 'Parámetros', reports: 'Informes', history: 'Historial', save: 'Guardar', undo: 'Descartar cambios', identity: 'Registro', own: 'Contacto y lugar', loadFailed: 'No se pudo leer la unidad', noUnit: 'La cuenta no pertenece a ninguna unidad', noUnitHint: 'Consulte al administrador de la plataforma.' },
});
