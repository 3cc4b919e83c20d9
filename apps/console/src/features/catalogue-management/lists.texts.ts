import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('catalogue-lists', {
  zh: {
    title: '字典管理', lists: '字典', add: '新增', edit: '编辑', code: '编码', name: '名称', memo: '备注', state: '状态', actions: '操作', place: '排序', on: '启用', off: '停用', history: '历史', isOff: '停用', order: '顺序', bigCategories: '样品大类', bigCategoriesHint: '持有该资质的检测单位可检测的大类；已登记的检测单位保持不变',
    addTo: '新增 · {{list}}', editIn: '编辑 · {{list}}', switchOn: '启用', switchOff: '停用', up: '上移', down: '下移', switchedOn: '已启用“{{name}}”', switchedOff: '已停用“{{name}}”，表单不再提供，已有记录不受影响', codeByName: '不填写时与名称相同', codeByNumber: '数字，不填写时自动编号', fixed: '该字典由系统使用，只能查看。', none: '还没有内容', noneHint: '新增后表单即可选择。', lastOn: '至少保留一项启用', chosen: '已选 {{n}} 个', count: '{{n}} 项',
    editLevel: '编辑分类', levelOrder: '排序', levelMoveHint: '只能移到同一大类下', levelSaved: '已保存', saveLevel: '保存', cancelEdit: '取消', othersChange: '将修改参数包、标准、字典等 {{n}} 项', importedChanges: '已导入 {{n}} 项修改',
  },
  en: {
    title: 'Lists', lists: 'Lists', add: 'Add', edit: 'Edit', code: 'Code', name: 'Name', memo: 'Note', state: 'State', actions: 'Actions', place: 'No.', on: 'On', off: 'Off', history: 'History', isOff: 'Switched off', order: 'Order', bigCategories: 'Big categories', bigCategoriesHint: 'What a laboratory with this qualification may test; laboratories that are registered stay as they are',
    addTo: 'Add · {{list}}', editIn: 'Edit · {{list}}', switchOn: 'Switch on', switchOff: 'Switch off', up: 'Move up', down: 'Move down', switchedOn: '“{{name}}” is on', switchedOff: '“{{name}}” is off: forms offer it no more, what is recorded stays', codeByName: 'The name, when left empty', codeByNumber: 'A number; the next one when left empty', fixed: 'The program uses this list, it is only shown.', none: 'Nothing here yet', noneHint: 'Once added, forms offer it.', lastOn: 'At least one entry stays on', chosen: '{{n}} chosen', count: '{{n}} entries',
    editLevel: 'Edit category', levelOrder: 'Order', levelMoveHint: 'Within its big category alone', levelSaved: 'Saved', saveLevel: 'Save', cancelEdit: 'Cancel', othersChange: '{{n}} packs, standards, lists and the like will change', importedChanges: '{{n}} changes imported',
  },
  es: {
    title: 'Listas', lists: 'Listas', add: 'Añadir', edit: 'Editar', code: 'Código', name: 'Nombre', memo: 'Nota', state: 'Estado', actions: 'Acciones', place: 'N.º', on: 'Activa', off: 'Inactiva', history: 'Historial', isOff: 'Desactivada', order: 'Orden', bigCategories: 'Categorías principales', bigCategoriesHint: 'Lo que puede ensayar un laboratorio con esta acreditación; los ya registrados no cambian',
    addTo: 'Añadir · {{list}}', editIn: 'Editar · {{list}}', switchOn: 'Activar', switchOff: 'Desactivar', up: 'Subir', down: 'Bajar', switchedOn: '«{{name}}» está activa', switchedOff: '«{{name}}» está inactiva: los formularios ya no la ofrecen, lo registrado se conserva', codeByName: 'El nombre, si se deja vacío', codeByNumber: 'Un número; el siguiente si se deja vacío', fixed: 'El programa usa esta lista; solo se muestra.', none: 'Todavía no hay nada', noneHint: 'Una vez añadida, los formularios la ofrecen.', lastOn: 'Al menos una entrada sigue activa', chosen: '{{n}} elegidas', count: '{{n}} entradas',
    editLevel: 'Editar categoría', levelOrder: 'Orden', levelMoveHint: 'Solo dentro de su categoría principal', levelSaved: 'Guardado', saveLevel: 'Guardar', cancelEdit: 'Cancelar', othersChange: 'Cambiarán {{n}} paquetes, normas, listas y similares', importedChanges: '{{n}} cambios importados',
  },
});
