import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('user-management', {
  zh: {
    title: '用户管理', unitTitle: '单位用户', tabTitle: '用户 · {{name}}', list: '用户列表', search: '按用户名、姓名或手机号搜索', searchAll: '按用户名、姓名、手机号或单位搜索',
    userName: '用户名', name: '姓名', mobile: '手机号', email: '电子邮箱', unit: '所属单位', roles: '角色', role: '角色', roleHint: '平台人员的角色；单位的用户请在单位的“账号”中新建', state: '状态', active: '启用', inactive: '停用', created: '创建日期', actions: '操作',
    add: '新建用户', edit: '编辑', editTitle: '编辑用户', switchOff: '停用', switchOn: '启用', reset: '重置密码', none: '还没有用户', noneHint: '新建后，用户即可用用户名和密码登录。',
    password: '密码', repeat: '确认密码', passwordHint: '至少 {{n}} 个字符，大写、小写、数字、符号至少三类，不含用户名', newPassword: '新密码', ownPassword: '您自己的密码', resetTitle: '重置密码 · {{name}}', resetHint: '保存后，“{{userName}}”在所有设备上退出登录，只能用新密码登录。',
    offTitle: '停用用户', offSentence: '“{{name}}”立即退出登录，启用前不能再登录。', onTitle: '启用用户', onSentence: '“{{name}}”可以重新登录。', reason: '停用原因', switchedOff: '已停用', switchedOn: '已启用', lastLogin: '最近登录', history: '历史', description: '备注', thirdParties: '第三方账号', remove: '删除', removeTitle: '删除用户', removeSentence: '“{{name}}（{{userName}}）”立即退出登录且不能恢复，用户名不再使用；办理过的记录保留。', removeReason: '删除原因', removed: '已删除', erase: '同时清除其个人信息', erasureHint: '姓名、手机号和邮箱在账号、消息、委托、列表和文档中均显示为“已删除”，不能恢复。',
    admin: '平台管理员', auditor: '审计员', operator: '运维人员',
  },
  en: {
    title: 'Users', unitTitle: 'Users of the unit', tabTitle: 'Users · {{name}}', list: 'List of users', search: 'Search user name, name or mobile', searchAll: 'Search user name, name, mobile or unit',
    userName: 'User name', name: 'Name', mobile: 'Mobile', email: 'E-mail', unit: 'Unit', roles: 'Roles', role: 'Role', roleHint: 'A role of the platform’s staff; users of a unit are made under its “Accounts”', state: 'State', active: 'Active', inactive: 'Inactive', created: 'Created', actions: 'Actions',
    add: 'New user', edit: 'Edit', editTitle: 'Edit user', switchOff: 'Deactivate', switchOn: 'Activate', reset: 'Reset password', none: 'No users yet', noneHint: 'A new user signs in at once with user name and password.',
    password: 'Password', repeat: 'Repeat password', passwordHint: 'At least {{n}} characters of three kinds (capitals, small letters, digits, signs), without the user name', newPassword: 'New password', ownPassword: 'Your own password', resetTitle: 'Reset password · {{name}}', resetHint: 'Once saved, “{{userName}}” is signed out everywhere and signs in with the new password only.',
    offTitle: 'Deactivate user', offSentence: '“{{name}}” is signed out at once and cannot sign in until activated.', onTitle: 'Activate user', onSentence: '“{{name}}” can sign in again.', reason: 'Reason', switchedOff: 'Deactivated', switchedOn: 'Activated', lastLogin: 'Last sign-in', history: 'History', description: 'Remark', thirdParties: 'Third-party identities', remove: 'Delete', removeTitle: 'Delete user', removeSentence: '“{{name}} ({{userName}})” is signed out at once and cannot come back; the user name stays taken. What was done by it stays on record.', removeReason: 'Reason', removed: 'Deleted', erase: 'Erase the person as well', erasureHint: 'Name, mobile number and e-mail then read 已删除 in the account, messages, consignments, lists and documents. This cannot be undone.',
    admin: 'Platform administrator', auditor: 'Auditor', operator: 'Operator',
  },
  es: {
    title: 'Usuarios', unitTitle: 'Usuarios de la unidad', tabTitle: 'Usuarios · {{name}}', list: 'Lista de usuarios', search: 'Buscar usuario, nombre o móvil', searchAll: 'Buscar usuario, nombre, móvil o unidad',
    userName: 'Usuario', name: 'Nombre', mobile: 'Móvil', email: 'Correo', unit: 'Unidad', roles: 'Roles', role: 'Rol', roleHint: 'Rol del personal de la plataforma; los usuarios de una unidad se crean en sus «Cuentas»', state: 'Estado', active: 'Activo', inactive: 'Inactivo', created: 'Creado', actions: 'Acciones',
    add: 'Nuevo usuario', edit: 'Editar', editTitle: 'Editar usuario', switchOff: 'Desactivar', switchOn: 'Activar', reset: 'Restablecer contraseña', none: 'Todavía no hay usuarios', noneHint: 'Un usuario nuevo entra enseguida con su usuario y contraseña.',
    password: 'Contraseña', repeat: 'Repetir contraseña', passwordHint: 'Al menos {{n}} caracteres de tres clases (mayúsculas, minúsculas, cifras, signos), sin el usuario', newPassword: 'Nueva contraseña', ownPassword: 'Su propia contraseña', resetTitle: 'Restablecer contraseña · {{name}}', resetHint: 'Al guardar, «{{userName}}» sale de todas sus sesiones y solo entra con la nueva contraseña.',
    offTitle: 'Desactivar usuario', offSentence: '«{{name}}» sale enseguida y no puede entrar hasta que se active.', onTitle: 'Activar usuario', onSentence: '«{{name}}» puede volver a entrar.', reason: 'Motivo', switchedOff: 'Desactivado', switchedOn: 'Activado', lastLogin: 'Último inicio', history: 'Historial', description: 'Observación', thirdParties: 'Identidades de terceros', remove: 'Eliminar', removeTitle: 'Eliminar usuario', removeSentence: '«{{name}} ({{userName}})» sale enseguida y no puede volver; el nombre de usuario queda ocupado. Lo hecho queda registrado.', removeReason: 'Motivo', removed: 'Eliminado', erase: 'Borrar también a la persona', erasureHint: 'Nombre, móvil y correo se leerán 已删除 en la cuenta, mensajes, encargos, listas y documentos. No se puede deshacer.',
    admin: 'Administrador de la plataforma', auditor: 'Auditor', operator: 'Operador',
  },
});
