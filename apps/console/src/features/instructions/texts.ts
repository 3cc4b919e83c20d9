import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('instructions', {
  zh: {
    listTitle: '操作说明管理', readTitle: '操作说明', list: '操作说明列表', 'kind.0': '原材料预委托', 'kind.1': '现场检测预约', kindJoin: '、',
    title: '标题', type: '类型', content: '内容', creator: '创建人', created: '创建时间', editor: '最后编辑人', updated: '更新时间', actions: '操作',
    add: '新建操作说明', view: '查看', edit: '编辑', delete: '删除', history: '历史', viewTitle: '查看操作说明', editTitle: '编辑操作说明', deleteTitle: '删除操作说明',
    deleteSentence: '“{{title}}”将被删除，所有用户都不能再查看。', save: '保存', cancel: '取消', close: '关闭',
    search: '按标题搜索', filters: '筛选', sort: '排序', 'sort.creationTime.desc': '创建时间从新到旧', 'sort.creationTime.asc': '创建时间从旧到新', 'sort.lastModificationTime.desc': '更新时间从新到旧', 'sort.lastModificationTime.asc': '更新时间从旧到新',
    none: '还没有操作说明', noneHint: '写好的操作说明，所有用户都可以在侧栏的“操作说明”中查看。', notFound: '没有找到操作说明', notFoundHint: '换一个关键字试试。', clear: '清除关键字',
    discard: '放弃修改', discardSentence: '尚未保存的内容会丢失。', saved: '保存成功', saveFailed: '保存失败', deleted: '删除成功',
    noInstruction: '还没有“{{kind}}”的操作说明', noInstructionHint: '管理员写好后会显示在这里。', updatedAt: '更新于 {{time}}',
  },
  en: {
    listTitle: 'Operating instructions', readTitle: 'Operating instruction', list: 'List of instructions', 'kind.0': 'Raw-material pre-consignment', 'kind.1': 'On-site appointment', kindJoin: ', ',
    title: 'Title', type: 'Type', content: 'Content', creator: 'Created by', created: 'Created', editor: 'Last edited by', updated: 'Last updated', actions: 'Actions',
    add: 'New instruction', view: 'View', edit: 'Edit', delete: 'Delete', history: 'History', viewTitle: 'Operating instruction', editTitle: 'Edit instruction', deleteTitle: 'Delete instruction',
    deleteSentence: '“{{title}}” will be deleted; nobody can read it any more.', save: 'Save', cancel: 'Cancel', close: 'Close',
    search: 'Search titles', filters: 'Filters', sort: 'Order', 'sort.creationTime.desc': 'Created, newest first', 'sort.creationTime.asc': 'Created, oldest first', 'sort.lastModificationTime.desc': 'Updated, newest first', 'sort.lastModificationTime.asc': 'Updated, oldest first',
    none: 'No instructions yet', noneHint: 'Everybody reads instructions from the box at the foot of the menu.', notFound: 'No instruction found', notFoundHint: 'Try another word.', clear: 'Clear the word',
    discard: 'Discard changes', discardSentence: 'What is not saved will be lost.', saved: 'Saved', saveFailed: 'save failed', deleted: 'deleted successfully',
    noInstruction: 'No instruction for “{{kind}}” yet', noInstructionHint: 'It will stand here as soon as an administrator has written one.', updatedAt: 'Updated {{time}}',
  },
  es: {
    listTitle: 'Instrucciones de uso', readTitle: 'Instrucción de uso', list: 'Lista de instrucciones', 'kind.0': 'Preencargo de materiales', 'kind.1': 'Cita de ensayo in situ', kindJoin: ', ',
    title: 'Título', type: 'Tipo', content: 'Contenido', creator: 'Creada por', created: 'Creada', editor: 'Última edición por', updated: 'Actualizada', actions: 'Acciones',
    add: 'Nueva instrucción', view: 'Ver', edit: 'Editar', delete: 'Eliminar', history: 'Historial', viewTitle: 'Instrucción de uso', editTitle: 'Editar instrucción', deleteTitle: 'Eliminar instrucción',
    deleteSentence: '«{{title}}» se eliminará y nadie podrá leerla.', save: 'Guardar', cancel: 'Cancelar', close: 'Cerrar',
    search: 'Buscar por título', filters: 'Filtros', sort: 'Orden', 'sort.creationTime.desc': 'Creación, recientes primero', 'sort.creationTime.asc': 'Creación, antiguas primero', 'sort.lastModificationTime.desc': 'Actualización, recientes primero', 'sort.lastModificationTime.asc': 'Actualización, antiguas primero',
    none: 'Todavía no hay instrucciones', noneHint: 'Todos las leen desde el recuadro al pie del menú.', notFound: 'No se encontró ninguna instrucción', notFoundHint: 'Pruebe con otra palabra.', clear: 'Borrar la palabra',
    discard: 'Descartar cambios', discardSentence: 'Se perderá lo que no esté guardado.', saved: 'Guardado', saveFailed: 'No se pudo guardar', deleted: 'Eliminada',
    noInstruction: 'Todavía no hay instrucción de «{{kind}}»', noInstructionHint: 'Aparecerá aquí cuando un administrador la escriba.', updatedAt: 'Actualizada {{time}}',
  },
});
