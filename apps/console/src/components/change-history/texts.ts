import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('change-history', {
  zh: {
    title: '历史', field: '项目', old: '原值', now: '新值', reason: '原因', platform: '平台', picture: '图片', close: '关闭', first: '登记时的内容', on: '是', off: '否',
    TestingUnitRegistered: '登记检测单位', TestingUnitProfileChanged: '修改信息', TestingUnitDeactivated: '停用', TestingUnitActivated: '启用', TestingUnitDeleted: '删除',
    ConsigningUnitRegistered: '登记委托单位', ConsigningUnitProfileChanged: '修改信息', ConsigningUnitDeactivated: '停用', ConsigningUnitActivated: '启用',
    UnitSettingsChanged: '修改参数', ReportConfigSaved: '修改报告设置', TenantCreated: '新建租户', TenantChanged: '修改租户', TenantDeleted: '删除租户', ProjectAdded: '新建工程项目', ProjectChanged: '修改工程项目', ProjectDeleted: '删除工程项目', SampleListed: '修改系统模板', SampleWithdrawn: '从系统模板删除', UnitSampleKept: '修改本机构样品', UnitSampleWithdrawn: '本机构停用', UnitSampleReset: '恢复系统模板', many: '{{n}} 处内容',
  },
  en: {
    title: 'History', field: 'Field', old: 'Before', now: 'After', reason: 'Reason', platform: 'Platform', picture: 'picture', close: 'Close', first: 'As registered', on: 'yes', off: 'no',
    TestingUnitRegistered: 'Testing unit registered', TestingUnitProfileChanged: 'Changed', TestingUnitDeactivated: 'Switched off', TestingUnitActivated: 'Switched on', TestingUnitDeleted: 'Deleted',
    ConsigningUnitRegistered: 'Consigning unit registered', ConsigningUnitProfileChanged: 'Changed', ConsigningUnitDeactivated: 'Switched off', ConsigningUnitActivated: 'Switched on',
    UnitSettingsChanged: 'Parameters changed', ReportConfigSaved: 'Report settings changed', TenantCreated: 'Tenant created', TenantChanged: 'Tenant changed', TenantDeleted: 'Tenant deleted', ProjectAdded: 'Project added', ProjectChanged: 'Project changed', ProjectDeleted: 'Project deleted', SampleListed: 'System template changed', SampleWithdrawn: 'Removed from the template', UnitSampleKept: 'Own sample changed', UnitSampleWithdrawn: 'Not offered any more', UnitSampleReset: 'Reset to the template', many: '{{n}} values',
  },
  es: {
    title: 'Historial', field: 'Campo', old: 'Antes', now: 'Después', reason: 'Motivo', platform: 'Plataforma', picture: 'imagen', close: 'Cerrar', first: 'Al registrarse', on: 'sí', off: 'no',
    TestingUnitRegistered: 'Laboratorio registrado', TestingUnitProfileChanged: 'Cambiado', TestingUnitDeactivated: 'Desactivado', TestingUnitActivated: 'Activado', TestingUnitDeleted: 'Eliminado',
    ConsigningUnitRegistered: 'Unidad registrada', ConsigningUnitProfileChanged: 'Cambiada', ConsigningUnitDeactivated: 'Desactivada', ConsigningUnitActivated: 'Activada',
    UnitSettingsChanged: 'Parámetros cambiados', ReportConfigSaved: 'Ajustes de informes cambiados', TenantCreated: 'Inquilino creado', TenantChanged: 'Inquilino cambiado', TenantDeleted: 'Inquilino eliminado', ProjectAdded: 'Proyecto creado', ProjectChanged: 'Proyecto cambiado', ProjectDeleted: 'Proyecto eliminado', SampleListed: 'Plantilla cambiada', SampleWithdrawn: 'Quitada de la plantilla', UnitSampleKept: 'Muestra propia cambiada', UnitSampleWithdrawn: 'Ya no se ofrece', UnitSampleReset: 'Plantilla restablecida', many: '{{n}} valores',
  },
});
