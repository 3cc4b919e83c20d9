import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('parties', {
  zh: {
    chooseOrganisation: '选择检测单位', chooseProject: '选择工程项目', addProject: '新增工程项目',
    search: '搜索', closeDetails: '收起详情', choose: '选择',
    chooseThis: '选择检测单位', changeTo: '更换检测单位',
    mustChooseOrganisation: '请选择检测单位', consequence: '更换检测单位会清空已添加的 {{count}} 个样品，报告份数归零。', consequenceEmpty: '更换后采用新单位的收样地址和默认资质，报告份数归零。',
    currentOne: '当前',
    projectSearch: '工程名称、编号，回车查询', showAll: '显示全部', projectName: '工程项目名称', projectCode: '工程编号', sectName: '合同段', description: '说明', add: '新增',
    useProject: '选择工程项目', mustChooseProject: '请选择工程项目！', projectNameRequired: '请输入工程项目名称', noProject: '没有符合条件的工程项目', noProjectHint: '勾选“显示全部”查看其他单位的项目，或新增一个。',
    cancel: '取消', saveProject: '保存项目', saved: '保存成功',
  },
  en: {
    chooseOrganisation: 'Choose testing organisation', chooseProject: 'Choose project', addProject: 'Add project',
    search: 'Search', closeDetails: 'Hide details', choose: 'Choose',
    chooseThis: 'Choose organisation', changeTo: 'Change organisation',
    mustChooseOrganisation: 'Please choose a testing organisation', consequence: 'Changing the organisation removes the {{count}} samples added and sets the report count to zero.', consequenceEmpty: 'The new organisation’s address and default qualification are taken over; the report count is set to zero.',
    currentOne: 'Current',
    projectSearch: 'Project name or code, then Enter', showAll: 'Show all', projectName: 'Project name', projectCode: 'Project code', sectName: 'Section', description: 'Description', add: 'Add',
    useProject: 'Choose project', mustChooseProject: 'Please choose a project!', projectNameRequired: 'Please enter the project name', noProject: 'No project matches', noProjectHint: 'Tick “Show all” for projects of other units, or add one.',
    cancel: 'Cancel', saveProject: 'Save project', saved: 'Saved',
  },
  es: {
    chooseOrganisation: 'Elegir laboratorio', chooseProject: 'Elegir proyecto', addProject: 'Añadir proyecto',
    search: 'Buscar', closeDetails: 'Ocultar detalles', choose: 'Elegir',
    chooseThis: 'Elegir laboratorio', changeTo: 'Cambiar laboratorio',
    mustChooseOrganisation: 'Elija un laboratorio', consequence: 'Cambiar el laboratorio elimina las {{count}} muestras añadidas y pone a cero el número de informes.', consequenceEmpty: 'Se toman la dirección y la acreditación del nuevo laboratorio; el número de informes vuelve a cero.',
    currentOne: 'Actual',
    projectSearch: 'Nombre o código, y Entrar', showAll: 'Mostrar todos', projectName: 'Nombre del proyecto', projectCode: 'Código', sectName: 'Tramo', description: 'Descripción', add: 'Añadir',
    useProject: 'Elegir proyecto', mustChooseProject: '¡Elija un proyecto!', projectNameRequired: 'Introduzca el nombre del proyecto', noProject: 'Ningún proyecto coincide', noProjectHint: 'Marque «Mostrar todos» o añada uno.',
    cancel: 'Cancelar', saveProject: 'Guardar proyecto', saved: 'Guardado',
  },
});
