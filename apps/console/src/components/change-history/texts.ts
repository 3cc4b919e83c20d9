import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('change-history', {
  zh: {
    title: '历史', field: '项目', old: '原值', now: '新值', reason: '原因', platform: '平台', picture: '图片', close: '关闭', first: '登记时的内容', on: '是', off: '否',
    TestingUnitRegistered: '登记检测单位', TestingUnitProfileChanged: '修改信息', TestingUnitDeactivated: '停用', TestingUnitActivated: '启用', TestingUnitDeleted: '删除',
    ConsigningUnitRegistered: '登记委托单位', ConsigningUnitProfileChanged: '修改信息', ConsigningUnitDeactivated: '停用', ConsigningUnitActivated: '启用',
    UnitSettingsChanged: '修改参数', ReportConfigSaved: '修改报告设置', TenantCreated: '新建租户', TenantChanged: '修改租户', TenantDeleted: '删除租户', ProjectAdded: '新建工程项目', ProjectChanged: '修改工程项目', ProjectDeleted: '删除工程项目', SampleListed: '修改系统模板', SampleWithdrawn: '从系统模板删除', UnitSampleKept: '修改本机构样品', UnitSampleWithdrawn: '本机构停用', UnitSampleReset: '恢复系统模板', many: '{{n}} 处内容', DictionaryListed: '修改字典', QualificationsListed: '修改资质', CategoryListed: '修改分类', CategoryWithdrawn: '删除分类',
    UserRegistered: '新建用户', UserProfileChanged: '修改信息', UserPreferencesChanged: '修改语言和外观', NotificationChannelsChosen: '选择通知方式', ThirdPartyBound: '绑定第三方账号', ThirdPartyUnbound: '解除第三方账号绑定', UserDeactivated: '停用', UserActivated: '启用', UserRolesChanged: '更改角色', UserPasswordSet: '设置密码',
    RoleCreated: '新建角色', RoleChanged: '修改角色', NoticeDrafted: '起草公告', NoticeChanged: '修改公告', NoticeSent: '发布', NoticeWithdrawn: '撤回', InstructionAdded: '新建操作说明', InstructionChanged: '修改操作说明',
  },
  en: {
    title: 'History', field: 'Field', old: 'Before', now: 'After', reason: 'Reason', platform: 'Platform', picture: 'picture', close: 'Close', first: 'As registered', on: 'yes', off: 'no',
    TestingUnitRegistered: 'Testing unit registered', TestingUnitProfileChanged: 'Changed', TestingUnitDeactivated: 'Switched off', TestingUnitActivated: 'Switched on', TestingUnitDeleted: 'Deleted',
    ConsigningUnitRegistered: 'Consigning unit registered', ConsigningUnitProfileChanged: 'Changed', ConsigningUnitDeactivated: 'Switched off', ConsigningUnitActivated: 'Switched on',
    UnitSettingsChanged: 'Parameters changed', ReportConfigSaved: 'Report settings changed', TenantCreated: 'Tenant created', TenantChanged: 'Tenant changed', TenantDeleted: 'Tenant deleted', ProjectAdded: 'Project added', ProjectChanged: 'Project changed', ProjectDeleted: 'Project deleted', SampleListed: 'System template changed', SampleWithdrawn: 'Removed from the template', UnitSampleKept: 'Own sample changed', UnitSampleWithdrawn: 'Not offered any more', UnitSampleReset: 'Reset to the template', many: '{{n}} values', DictionaryListed: 'List changed', QualificationsListed: 'Qualifications changed', CategoryListed: 'Category changed', CategoryWithdrawn: 'Category deleted',
    UserRegistered: 'User created', UserProfileChanged: 'Changed', UserPreferencesChanged: 'Language and appearance changed', NotificationChannelsChosen: 'Channels chosen', ThirdPartyBound: 'Third-party identity bound', ThirdPartyUnbound: 'Third-party identity unbound', UserDeactivated: 'Switched off', UserActivated: 'Switched on', UserRolesChanged: 'Roles changed', UserPasswordSet: 'Password set',
    RoleCreated: 'Role created', RoleChanged: 'Role changed', NoticeDrafted: 'Notice drafted', NoticeChanged: 'Notice changed', NoticeSent: 'Published', NoticeWithdrawn: 'Withdrawn', InstructionAdded: 'Instruction added', InstructionChanged: 'Instruction changed',
  },
  es: {
    title: 'Historial', field: 'Campo', old: 'Antes', now: 'Después', reason: 'Motivo', platform: 'Plataforma', picture: 'imagen', close: 'Cerrar', first: 'Al registrarse', on: 'sí', off: 'no',
    TestingUnitRegistered: 'Laboratorio registrado', TestingUnitProfileChanged: 'Cambiado', TestingUnitDeactivated: 'Desactivado', TestingUnitActivated: 'Activado', TestingUnitDeleted: 'Eliminado',
    ConsigningUnitRegistered: 'Unidad registrada', ConsigningUnitProfileChanged: 'Cambiada', ConsigningUnitDeactivated: 'Desactivada', ConsigningUnitActivated: 'Activada',
    UnitSettingsChanged: 'Parámetros cambiados', ReportConfigSaved: 'Ajustes de informes cambiados', TenantCreated: 'Inquilino creado', TenantChanged: 'Inquilino cambiado', TenantDeleted: 'Inquilino eliminado', ProjectAdded: 'Proyecto creado', ProjectChanged: 'Proyecto cambiado', ProjectDeleted: 'Proyecto eliminado', SampleListed: 'Plantilla cambiada', SampleWithdrawn: 'Quitada de la plantilla', UnitSampleKept: 'Muestra propia cambiada', UnitSampleWithdrawn: 'Ya no se ofrece', UnitSampleReset: 'Plantilla restablecida', many: '{{n}} valores', DictionaryListed: 'Lista cambiada', QualificationsListed: 'Acreditaciones cambiadas', CategoryListed: 'Categoría cambiada', CategoryWithdrawn: 'Categoría eliminada',
    UserRegistered: 'Usuario creado', UserProfileChanged: 'Cambiado', UserPreferencesChanged: 'Idioma y apariencia cambiados', NotificationChannelsChosen: 'Canales elegidos', ThirdPartyBound: 'Identidad de tercero vinculada', ThirdPartyUnbound: 'Identidad de tercero desvinculada', UserDeactivated: 'Desactivado', UserActivated: 'Activado', UserRolesChanged: 'Roles cambiados', UserPasswordSet: 'Contraseña establecida',
    RoleCreated: 'Rol creado', RoleChanged: 'Rol cambiado', NoticeDrafted: 'Aviso redactado', NoticeChanged: 'Aviso cambiado', NoticeSent: 'Publicado', NoticeWithdrawn: 'Retirado', InstructionAdded: 'Instrucción creada', InstructionChanged: 'Instrucción cambiada',
  },
});
