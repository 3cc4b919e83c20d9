import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('roleManagement', {
  zh: {
    title: '角色管理', list: '角色列表', name: '角色名', displayName: '显示名称', description: '说明', kind: '类别', builtIn: '系统角色', custom: '自定义', users: '账号数', permissions: '权限', actions: '操作',
    add: '新建角色', edit: '编辑', view: '查看', editTitle: '编辑角色', viewTitle: '查看角色', members: '成员', membersTitle: '角色成员：{{role}}', delete: '删除', deleteTitle: '删除角色', deleteSentence: '角色“{{role}}”将被删除。', deleted: '删除成功', reason: '原因', takenAway: '减少权限须说明原因，持有该角色的账号立即失去这些权限。',
    builtInHint: '系统角色随平台提供，不能修改；自定义角色的权限加在账号原有角色之上。', nothing: '无权限', close: '关闭', searchUser: '按姓名或用户名查找', give: '授予', take: '收回', giveTitle: '授予角色', giveSentence: '“{{user}}”将获得角色“{{role}}”的权限，下一次请求起生效。', takeTitle: '收回角色', takeSentence: '“{{user}}”将失去角色“{{role}}”的权限，下一次请求起生效。', given: '授予成功', taken: '收回成功', userName: '用户名', person: '姓名', roles: '当前角色', noUsers: '没有找到账号',
  },
  en: {
    title: 'Roles', list: 'List of roles', name: 'Name', displayName: 'Shown as', description: 'Description', kind: 'Kind', builtIn: 'Built in', custom: 'Custom', users: 'Accounts', permissions: 'Permissions', actions: 'Actions',
    add: 'New role', edit: 'Edit', view: 'View', editTitle: 'Edit role', viewTitle: 'Role', members: 'Members', membersTitle: 'Members of {{role}}', delete: 'Delete', deleteTitle: 'Delete role', deleteSentence: 'Role “{{role}}” will be deleted.', deleted: 'Deleted', reason: 'Reason', takenAway: 'Taking permissions away needs a reason; accounts with this role lose them at once.',
    builtInHint: 'Built-in roles come with the platform and stay as they are; custom roles add permissions to those an account has.', nothing: 'No permissions', close: 'Close', searchUser: 'Find by name or user name', give: 'Give', take: 'Take away', giveTitle: 'Give role', giveSentence: '“{{user}}” gets the permissions of role “{{role}}” from the next request on.', takeTitle: 'Take role away', takeSentence: '“{{user}}” loses the permissions of role “{{role}}” from the next request on.', given: 'Given', taken: 'Taken away', userName: 'User name', person: 'Name', roles: 'Roles now', noUsers: 'No account found',
  },
  es: {
    title: 'Roles', list: 'Lista de roles', name: 'Nombre', displayName: 'Se muestra como', description: 'Descripción', kind: 'Clase', builtIn: 'Del sistema', custom: 'Propio', users: 'Cuentas', permissions: 'Permisos', actions: 'Acciones',
    add: 'Nuevo rol', edit: 'Editar', view: 'Ver', editTitle: 'Editar rol', viewTitle: 'Rol', members: 'Miembros', membersTitle: 'Miembros de {{role}}', delete: 'Eliminar', deleteTitle: 'Eliminar rol', deleteSentence: 'Se eliminará el rol «{{role}}».', deleted: 'Eliminado', reason: 'Motivo', takenAway: 'Quitar permisos exige un motivo; las cuentas con este rol los pierden al momento.',
    builtInHint: 'Los roles del sistema no cambian; los propios añaden permisos a los de la cuenta.', nothing: 'Sin permisos', close: 'Cerrar', searchUser: 'Buscar por nombre o usuario', give: 'Dar', take: 'Quitar', giveTitle: 'Dar rol', giveSentence: '«{{user}}» recibe los permisos del rol «{{role}}» desde la próxima petición.', takeTitle: 'Quitar rol', takeSentence: '«{{user}}» pierde los permisos del rol «{{role}}» desde la próxima petición.', given: 'Rol dado', taken: 'Rol quitado', userName: 'Usuario', person: 'Nombre', roles: 'Roles actuales', noUsers: 'No se encontró ninguna cuenta',
  },
});
