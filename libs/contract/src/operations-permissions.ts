import { ROLE } from '#events';

const { admin, auditor, operator } = ROLE;

/** Operation of the service: the event log, jobs and projections. Auditors can read the log but not act. */
export const operationsPermissions = {
  ListEvents: [operator, admin, auditor],
  GetEvent: [operator, admin, auditor],
  FollowEvents: [operator, admin, auditor],
  ListJobs: [operator, admin],
  GetJob: [operator, admin],
  RetryJob: [operator, admin],
  CancelJob: [operator, admin],
  RetryJobs: [operator, admin],
  CancelJobs: [operator, admin],
  ListProjections: [operator, admin],
  GetViewOperations: [operator, admin],
  RebuildView: [operator, admin],
  PauseRebuild: [operator, admin],
  ResumeRebuild: [operator, admin],
  CancelRebuild: [operator, admin],
  SwitchBuild: [operator, admin],
  SwitchBack: [operator, admin],
  DropBuild: [operator, admin],
  RestartView: [operator, admin],
  ListSetAside: [operator, admin],
  RetrySetAside: [operator, admin],
  RebuildConsignmentRows: [operator, admin],
  ListRowRebuilds: [operator, admin],
};
