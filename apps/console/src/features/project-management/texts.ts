import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('project-management', {
  zh: {
    title: '工程项目管理', list: '工程项目列表', search: '按项目名称或编号搜索', projectName: '工程项目名称', projectCode: '工程项目编号', contractSectName: '合同段', description: '项目说明', owner: '所属委托单位', everybody: '不限单位', constructionUnit: '施工单位', constructionJzunit: '建设单位', jzunit: '监理单位',
    actions: '操作', add: '新建工程项目', editTitle: '编辑工程项目', edit: '编辑', remove: '删除', history: '历史', removeTitle: '删除工程项目', removeSentence: '“{{name}}”将被删除，不能再选择。已有委托使用的项目不能删除。', reason: '删除原因', removed: '删除成功',
    none: '还没有工程项目', noneHint: '登记后，委托单位在填写委托时就可以选择它。',
  },
  en: {
    title: 'Projects', list: 'List of projects', search: 'Search name or code', projectName: 'Project name', projectCode: 'Project code', contractSectName: 'Section', description: 'Description', owner: 'Consigning unit', everybody: 'Any unit', constructionUnit: 'Contractor', constructionJzunit: 'Owner', jzunit: 'Supervision',
    actions: 'Actions', add: 'New project', editTitle: 'Edit project', edit: 'Edit', remove: 'Delete', history: 'History', removeTitle: 'Delete project', removeSentence: '“{{name}}” will be deleted and can no longer be chosen. A project that consignments use cannot be deleted.', reason: 'Reason', removed: 'Deleted',
    none: 'No projects yet', noneHint: 'Once added, consigning units can choose it in their consignments.',
  },
  es: {
    title: 'Proyectos', list: 'Lista de proyectos', search: 'Buscar nombre o código', projectName: 'Nombre del proyecto', projectCode: 'Código', contractSectName: 'Tramo', description: 'Descripción', owner: 'Unidad comitente', everybody: 'Cualquiera', constructionUnit: 'Contratista', constructionJzunit: 'Propiedad', jzunit: 'Supervisión',
    actions: 'Acciones', add: 'Nuevo proyecto', editTitle: 'Editar proyecto', edit: 'Editar', remove: 'Eliminar', history: 'Historial', removeTitle: 'Eliminar proyecto', removeSentence: '«{{name}}» se eliminará y no podrá elegirse. Un proyecto que usan encargos no puede eliminarse.', reason: 'Motivo', removed: 'Eliminado',
    none: 'Todavía no hay proyectos', noneHint: 'Las unidades lo eligen al rellenar sus encargos.',
  },
});
