import { defineTexts } from '../../i18n/texts.js';

/** What the form asks of a sample beside its parameters. */
export const texts = defineTexts('catalogue-form', {
  zh: {
    parts: '样品内容', parameters: '检测参数', properties: '辅助属性与规格', materials: '原材料', actions: '操作', edit: '编辑', remove: '删除', reason: '原因', removed: '已删除', saved: '已保存', yes: '是', no: '否',
    propertyList: '辅助属性列表', addProperty: '新建属性', editProperty: '编辑属性', removeProperty: '删除属性', removePropertySentence: '从样品中删除属性“{{name}}”，已提交的委托不受影响。', removeJoinedSentence: '从样品和规格型号组成中删除属性“{{name}}”，已提交的委托不受影响。', noProperties: '还没有辅助属性', noPropertiesHint: '新建后，委托单位在样品表单中填写。',
    place: '顺序', name: '属性名称', type: '类型', unit: '单位', value: '默认值', choices: '选项', choicesHint: '每行一个', isJoined: '组成规格型号', valueHint: '新建样品时先填好的内容', checked: '默认勾选',
    specification: '规格型号组成', specificationNone: '没有规则', editSpecification: '编辑规格型号组成', example: '示例', pattern: '组成', patternHint: '大括号内是属性，方括号内是填表时可修改的文字，其余文字原样显示', insert: '插入属性', insertCustom: '可改文字',
    materialList: '原材料列表', addMaterial: '新增原材料', editMaterial: '编辑原材料', removeMaterial: '删除原材料', removeMaterialSentence: '从样品中删除原材料“{{name}}”，已提交的委托不受影响。', noMaterials: '没有原材料', noMaterialsHint: '配合比等样品在此列出可选的原材料。',
    material: '原材料', chooseMaterial: '请选择原材料', searchMaterial: '按样品编码或名称搜索', role: '类别', isDefault: '默认列出', isRequired: '必填', recommendedDosage: '推荐用量', dosageUnit: '用量单位', unitRatio: '比例', path: '分类',
  },
  en: {
    parts: 'Contents of the sample', parameters: 'Parameters', properties: 'Properties and specification', materials: 'Raw materials', actions: 'Actions', edit: 'Edit', remove: 'Delete', reason: 'Reason', removed: 'Deleted', saved: 'Saved', yes: 'Yes', no: 'No',
    propertyList: 'List of properties', addProperty: 'New property', editProperty: 'Edit property', removeProperty: 'Delete property', removePropertySentence: 'Removes the property “{{name}}” from the sample; what was submitted stays.', removeJoinedSentence: 'Removes the property “{{name}}” from the sample and its specification; what was submitted stays.', noProperties: 'No properties yet', noPropertiesHint: 'Consigning units fill them in on the sample form.',
    place: 'Order', name: 'Name', type: 'Type', unit: 'Unit', value: 'Default', choices: 'Choices', choicesHint: 'One a line', isJoined: 'In the specification', valueHint: 'What stands in a new sample', checked: 'Ticked by default',
    specification: 'Specification', specificationNone: 'No rule', editSpecification: 'Edit specification', example: 'Example', pattern: 'Joined as', patternHint: 'Properties stand in braces, text that may be changed in brackets, all else as it is', insert: 'Insert a property', insertCustom: 'Free text',
    materialList: 'List of raw materials', addMaterial: 'Add raw material', editMaterial: 'Edit raw material', removeMaterial: 'Delete raw material', removeMaterialSentence: 'Removes the raw material “{{name}}” from the sample; what was submitted stays.', noMaterials: 'No raw materials', noMaterialsHint: 'Mix designs list here what they may be made of.',
    material: 'Raw material', chooseMaterial: 'Please choose a raw material', searchMaterial: 'Search sample code or name', role: 'Kind', isDefault: 'Listed by default', isRequired: 'Required', recommendedDosage: 'Recommended dosage', dosageUnit: 'Unit', unitRatio: 'Ratio', path: 'Category',
  },
  es: {
    parts: 'Contenido de la muestra', parameters: 'Parámetros', properties: 'Propiedades y especificación', materials: 'Materias primas', actions: 'Acciones', edit: 'Editar', remove: 'Eliminar', reason: 'Motivo', removed: 'Eliminado', saved: 'Guardado', yes: 'Sí', no: 'No',
    propertyList: 'Lista de propiedades', addProperty: 'Nueva propiedad', editProperty: 'Editar propiedad', removeProperty: 'Eliminar propiedad', removePropertySentence: 'Quita la propiedad «{{name}}» de la muestra; lo enviado se conserva.', removeJoinedSentence: 'Quita la propiedad «{{name}}» de la muestra y de su especificación; lo enviado se conserva.', noProperties: 'Todavía no hay propiedades', noPropertiesHint: 'Las unidades las rellenan en el formulario.',
    place: 'Orden', name: 'Nombre', type: 'Tipo', unit: 'Unidad', value: 'Por defecto', choices: 'Opciones', choicesHint: 'Una por línea', isJoined: 'En la especificación', valueHint: 'Lo que figura en una muestra nueva', checked: 'Marcada por defecto',
    specification: 'Especificación', specificationNone: 'Sin regla', editSpecification: 'Editar especificación', example: 'Ejemplo', pattern: 'Se compone de', patternHint: 'Las propiedades van entre llaves, el texto modificable entre corchetes, lo demás tal cual', insert: 'Insertar propiedad', insertCustom: 'Texto libre',
    materialList: 'Lista de materias primas', addMaterial: 'Añadir materia prima', editMaterial: 'Editar materia prima', removeMaterial: 'Eliminar materia prima', removeMaterialSentence: 'Quita la materia prima «{{name}}» de la muestra; lo enviado se conserva.', noMaterials: 'Sin materias primas', noMaterialsHint: 'Las dosificaciones enumeran aquí sus materias primas.',
    material: 'Materia prima', chooseMaterial: 'Elija una materia prima', searchMaterial: 'Busque código o nombre', role: 'Clase', isDefault: 'Listada por defecto', isRequired: 'Obligatoria', recommendedDosage: 'Dosificación recomendada', dosageUnit: 'Unidad', unitRatio: 'Proporción', path: 'Categoría',
  },
});
