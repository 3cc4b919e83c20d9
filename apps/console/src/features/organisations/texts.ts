import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('organisationPages', {
  zh: {
    listTitle: '检测机构', detailTitle: '检测机构详情', list: '检测机构列表', start: '在此机构新建委托', startFailed: '委托已建立，但没有选上检测单位，请在表单中选择。', facts: '基本信息', unitNo: '机构编号', registered: '注册日期', main: '主要', noAddresses: '没有登记收样地址', noQualifications: '没有登记资质',
    place: '收样点', addressHead: '地址', person: '联系人', personPhone: '联系电话', about: '机构简介', failed: '没有取到检测机构的信息', serial: '序号', name: '资质名称',
  },
  en: {
    listTitle: 'Testing organisations', detailTitle: 'Testing organisation', list: 'Testing organisations', start: 'Consign with this organisation', startFailed: 'The consignment was started, but the organisation could not be chosen. Please choose it in the form.', facts: 'Basics', unitNo: 'Number', registered: 'Registered', main: 'main', noAddresses: 'No delivery address is registered', noQualifications: 'No qualification is registered',
    place: 'Place', addressHead: 'Address', person: 'Contact', personPhone: 'Phone', about: 'About', failed: 'The organisation could not be read', serial: 'No.', name: 'Qualification',
  },
  es: {
    listTitle: 'Laboratorios', detailTitle: 'Laboratorio', list: 'Laboratorios', start: 'Encargar a este laboratorio', startFailed: 'El encargo se creó, pero no se pudo elegir el laboratorio. Elíjalo en el formulario.', facts: 'Datos básicos', unitNo: 'Número', registered: 'Registrado', main: 'principal', noAddresses: 'No hay dirección de entrega', noQualifications: 'No hay acreditaciones',
    place: 'Lugar', addressHead: 'Dirección', person: 'Contacto', personPhone: 'Teléfono', about: 'Presentación', failed: 'No se pudieron leer los datos del laboratorio', serial: 'N.º', name: 'Acreditación',
  },
});
