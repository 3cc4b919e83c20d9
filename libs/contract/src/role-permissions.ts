import { inLanguages, type InEveryLanguage } from '#domain/text';
import type { Permission } from './permissions.js';

/**
 * A permission that a custom role can grant, with its operations. None includes the management of users and roles, so
 * no role can extend itself. A permission `ofPlatform` is not limited to a unit, so it is only for accounts without a
 * unit (ADR-016).
 */
export type RolePermission = {
  name: string;
  displayName: InEveryLanguage;
  ofPlatform: boolean;
  operations: readonly string[];
};

const unitPermission = (name: string, displayName: InEveryLanguage, operations: readonly string[]): RolePermission => ({
  name,
  displayName,
  ofPlatform: false,
  operations,
});
const platformPermission = (...permission: Parameters<typeof unitPermission>): RolePermission => ({
  ...unitPermission(...permission),
  ofPlatform: true,
});

/**
 * Permissions in addition to the table in permissions.ts. They do not affect which unit's data is visible; that is
 * decided with the data.
 */
export const rolePermissions: readonly RolePermission[] = [
  unitPermission('Consignments.Read', inLanguages('查看委托', 'See consignments', 'Ver encargos'), [
    'GetRawMateriaConsignInfoList',
    'GetRawMateriaConsignInfoList_Mobile',
    'GetSitePreConsignInfoList',
    'GetConsignmentCounts',
    'ListConsignments',
    'GetConsingInfo',
    'GetConsignLog',
    'GetBuSampleInfo',
    'GetBuSampleInfoListByConsignId',
    'GetBuSampleInfoParams',
  ]),
  unitPermission(
    'Consignments.History',
    inLanguages('查看委托历史', 'See the history of consignments', 'Ver el historial de los encargos'),
    ['GetConsignmentChanges', 'GetHistory', 'GetHistoryState', 'GetHistoryRecord', 'GetHistoryProof'],
  ),
  unitPermission(
    'Reports.Read',
    inLanguages('查看报告进度', 'See the progress of reports', 'Ver el progreso de los informes'),
    [
      'GetReportConsignScheduleNew',
      'GetReportScheduleNew',
      'GetReportConsignScheduleCountingNew',
      'GetReportScheduleCountingNew',
      'GetReportFile',
      'GetAllowedReportActions',
    ],
  ),
  unitPermission(
    'Documents.Export',
    inLanguages('打印与导出台账', 'Print and export ledgers', 'Imprimir y exportar libros'),
    ['GetPrintList', 'GetPrintConsignInfoList', 'Export'],
  ),
  unitPermission('Catalogue.Read', inLanguages('查看检测目录', 'See the catalogue', 'Ver el catálogo'), [
    'GetSampleTree',
    'GetCategorySamples',
    'SearchCategorySamples',
    'GetTestParameters',
    'GetStandards',
    'GetSampleRequirements',
  ]),
  platformPermission(
    'TestingUnits.Manage',
    inLanguages('管理检测单位', 'Manage testing units', 'Gestionar laboratorios'),
    [
      'AddTestUnit',
      'UpdateTestUnit',
      'ChangeTestUnitActive',
      'GetTestUnitById',
      'TestUnitGet',
      'TestUnitGetAll',
      'TestUnitCreate',
      'TestUnitUpdate',
      'TestUnitDelete',
      'GetQualificationList',
      'TuQualificationGetAll',
      'TuQualificationGet',
      'TuQualificationCreate',
      'TuQualificationUpdate',
      'TuQualificationDelete',
    ],
  ),
  platformPermission(
    'ConsigningUnits.Manage',
    inLanguages('管理委托单位', 'Manage consigning units', 'Gestionar unidades que encargan'),
    [
      'AddConsginUnit',
      'UpdateConsginUnit',
      'ChangeConsginUnitActive',
      'GetConsginUnitListBySys',
      'GetConsginUnitById',
      'GetReportConfigList',
      'SaveReportConfig',
    ],
  ),
  unitPermission(
    'Units.Settings',
    inLanguages('维护单位参数和徽标', 'Keep parameters and logos of units', 'Mantener parámetros y logotipos'),
    ['GetListByUnitID', 'GetByParamCode', 'SetParamValues', 'UploadUnitLogo', 'GetRecordChanges'],
  ),
  unitPermission('Projects.Manage', inLanguages('管理工程项目', 'Manage projects', 'Gestionar proyectos'), [
    'GetProjectList',
    'GetProjectById',
    'InsertProject',
    'UpdateProject',
    'DeleteProject',
  ]),
  platformPermission(
    'Instructions.Manage',
    inLanguages('管理操作说明', 'Manage instructions', 'Gestionar instrucciones'),
    [
      'AddInstruction',
      'UpdateInstruction',
      'DeleteInstructions',
      'GetInstructionList',
      'uploadImg',
      'DeleteFileByPath',
    ],
  ),
  unitPermission('Notices.Manage', inLanguages('管理公告', 'Manage notices', 'Gestionar avisos'), [
    'NoticeCreate',
    'NoticeUpdate',
    'NoticeDelete',
    'NoticeGet',
    'NoticeGetAll',
    'NoticeSend',
    'NoticeWithdraw',
    'uploadImg',
    'DeleteFileByPath',
  ]),
  unitPermission(
    'Messages.Manage',
    inLanguages(
      '查看和重发本单位消息',
      'See and resend the unit’s messages',
      'Ver y reenviar los mensajes de la unidad',
    ),
    ['ListSentNotifications', 'ResendNotification'],
  ),
  platformPermission('Events.Read', inLanguages('查看事件日志', 'See the event log', 'Ver el registro de eventos'), [
    'ListEvents',
    'GetEvent',
    'FollowEvents',
  ]),
  platformPermission('Jobs.Read', inLanguages('查看后台任务', 'See background jobs', 'Ver tareas'), [
    'ListJobs',
    'GetJob',
  ]),
  platformPermission(
    'Jobs.Manage',
    inLanguages('重试和取消后台任务', 'Retry and cancel background jobs', 'Reintentar y cancelar tareas'),
    ['RetryJob', 'RetryJobs', 'CancelJob', 'CancelJobs'],
  ),
  platformPermission('Views.Read', inLanguages('查看视图状态', 'See how views stand', 'Ver el estado de las vistas'), [
    'ListProjections',
    'GetViewOperations',
    'ListSetAside',
    'ListRowRebuilds',
  ]),
  platformPermission(
    'Views.Manage',
    inLanguages('重建和切换视图', 'Rebuild and switch views', 'Reconstruir y cambiar vistas'),
    [
      'RebuildView',
      'PauseRebuild',
      'ResumeRebuild',
      'CancelRebuild',
      'SwitchBuild',
      'SwitchBack',
      'DropBuild',
      'RestartView',
      'RetrySetAside',
      'RebuildConsignmentRows',
    ],
  ),
];

/** Names of those of the given permissions that are not limited to a unit. */
export const platformPermissions = (names: readonly string[]): string[] =>
  rolePermissions.filter(({ name, ofPlatform }) => ofPlatform && names.includes(name)).map(({ name }) => name);

/** The operations that permissions grant. Unknown names grant nothing. */
export const operationsOf = (names: readonly string[]): string[] =>
  rolePermissions.filter(({ name }) => names.includes(name)).flatMap(({ operations }) => operations);

/** Names of the permissions whose operations a built-in role can all call. */
export const permissionsOfRole = (role: string, table: Record<string, Permission>): string[] =>
  rolePermissions
    .filter(({ operations }) =>
      operations.every(
        (operation) =>
          table[operation] === 'signedIn' || (Array.isArray(table[operation]) && table[operation].includes(role)),
      ),
    )
    .map(({ name }) => name);
