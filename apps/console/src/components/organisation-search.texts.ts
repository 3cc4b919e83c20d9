import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('organisations', {
  zh: {
    organisationName: '机构名称', province: '省份', city: '城市', qualificationName: '资质名称', all: '全部', query: '查询', reset: '重置',
    number: '序号', organisation: '检测机构', qualification: '资质', area: '省/市', details: '查看详情', noOrganisation: '没有符合条件的检测机构', noOrganisationHint: '换一个名称、地区或资质再查询。',
    phone: '联系电话', address: '注册地址', receiving: '收样地址', qualifications: '资质',
  },
  en: {
    organisationName: 'Organisation name', province: 'Province', city: 'City', qualificationName: 'Qualification', all: 'All', query: 'Query', reset: 'Reset',
    number: 'No.', organisation: 'Testing organisation', qualification: 'Qualification', area: 'Province/city', details: 'View details', noOrganisation: 'No testing organisation matches', noOrganisationHint: 'Try another name, area or qualification.',
    phone: 'Phone', address: 'Registered address', receiving: 'Delivery address', qualifications: 'Qualifications',
  },
  es: {
    organisationName: 'Nombre', province: 'Provincia', city: 'Ciudad', qualificationName: 'Acreditación', all: 'Todas', query: 'Buscar', reset: 'Restablecer',
    number: 'N.º', organisation: 'Laboratorio', qualification: 'Acreditación', area: 'Provincia/ciudad', details: 'Ver detalles', noOrganisation: 'Ningún laboratorio coincide', noOrganisationHint: 'Pruebe con otro nombre, zona o acreditación.',
    phone: 'Teléfono', address: 'Domicilio', receiving: 'Dirección de entrega', qualifications: 'Acreditaciones',
  },
});
