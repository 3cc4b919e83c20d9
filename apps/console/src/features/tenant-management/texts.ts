import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('tenant-management', {
  zh: {
    title: '租户管理', list: '租户列表', search: '按租户名或显示名称搜索', add: '新建租户', edit: '编辑', editTitle: '编辑租户', actions: '操作', history: '历史', switchOff: '停用', switchOn: '启用', remove: '删除',
    tenancyName: '租户名', name: '显示名称', adminEmailAddress: '管理员邮箱', connectionString: '数据库连接', isActive: '状态', changedAt: '最后修改', own: '独立数据库', none: '平台数据库',
    nameHint: '字母开头，可含字母、数字、下划线和连字符；建立后不能修改', connectionHint: '留空表示使用平台数据库；内容加密保管，只有管理员能看到', isolation: '数据按单位隔离，租户只是登记信息。',
    offTitle: '停用租户', onTitle: '启用租户', offSentence: '登录页将提示租户“{{name}}”未启用。', onSentence: '租户“{{name}}”重新可用。', removeTitle: '删除租户', removeSentence: '租户“{{name}}”将从列表中删除，历史保留。', reason: '原因',
    switchedOff: '已停用', switchedOn: '已启用', removed: '已删除', empty: '还没有租户', emptyHint: '没有租户时，所有人使用默认租户。', loadFailed: '没有取到租户的信息', active: '启用', inactive: '停用',
  },
  en: {
    title: 'Tenants', list: 'List of tenants', search: 'Search name or display name', add: 'New tenant', edit: 'Edit', editTitle: 'Edit tenant', actions: 'Actions', history: 'History', switchOff: 'Switch off', switchOn: 'Switch on', remove: 'Delete',
    tenancyName: 'Tenancy name', name: 'Display name', adminEmailAddress: 'Administrator’s e-mail', connectionString: 'Database connection', isActive: 'State', changedAt: 'Last changed', own: 'Own database', none: 'The platform’s database',
    nameHint: 'Begins with a letter; letters, digits, _ and -; it cannot be changed later', connectionHint: 'Empty: the platform’s database. It is kept as a secret and shown to administrators only', isolation: 'Data is kept apart by unit; a tenant is a record.',
    offTitle: 'Switch off tenant', onTitle: 'Switch on tenant', offSentence: 'The login page will say that tenant “{{name}}” is not active.', onSentence: 'Tenant “{{name}}” is available again.', removeTitle: 'Delete tenant', removeSentence: 'Tenant “{{name}}” goes from the list; its history stays.', reason: 'Reason',
    switchedOff: 'Switched off', switchedOn: 'Switched on', removed: 'Deleted', empty: 'No tenants yet', emptyHint: 'Without tenants everybody uses the default one.', loadFailed: 'The tenant could not be read', active: 'On', inactive: 'Off',
  },
  es: {
    title: 'Inquilinos', list: 'Lista de inquilinos', search: 'Buscar nombre', add: 'Nuevo inquilino', edit: 'Editar', editTitle: 'Editar inquilino', actions: 'Acciones', history: 'Historial', switchOff: 'Desactivar', switchOn: 'Activar', remove: 'Eliminar',
    tenancyName: 'Identificador', name: 'Nombre visible', adminEmailAddress: 'Correo del administrador', connectionString: 'Conexión de datos', isActive: 'Estado', changedAt: 'Último cambio', own: 'Base propia', none: 'Base de la plataforma',
    nameHint: 'Empieza por una letra; letras, cifras, _ y -; después no puede cambiarse', connectionHint: 'Vacía: la base de la plataforma. Se guarda como secreto y solo la ven los administradores', isolation: 'Los datos se separan por unidad; un inquilino es un registro.',
    offTitle: 'Desactivar inquilino', onTitle: 'Activar inquilino', offSentence: 'La página de acceso dirá que el inquilino «{{name}}» no está activo.', onSentence: 'El inquilino «{{name}}» vuelve a estar disponible.', removeTitle: 'Eliminar inquilino', removeSentence: 'El inquilino «{{name}}» sale de la lista; su historial queda.', reason: 'Motivo',
    switchedOff: 'Desactivado', switchedOn: 'Activado', removed: 'Eliminado', empty: 'Todavía no hay inquilinos', emptyHint: 'Sin inquilinos todos usan el predeterminado.', loadFailed: 'No se pudo leer el inquilino', active: 'Activo', inactive: 'Inactivo',
  },
});
