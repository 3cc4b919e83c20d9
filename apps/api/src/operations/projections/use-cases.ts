import { GetViewOperations } from './get-view-operations.js';
import { ListProjections } from './list-projections.js';
import { RebuildView } from './rebuild-view.js';
import { RestartView } from './restart-view.js';
import { RowRebuilds } from './row-rebuilds.js';
import { SetAsideStreams } from './set-aside-streams.js';
import { SwitchBuilds } from './switch-builds.js';

export const projectionUseCases = [
  ListProjections,
  GetViewOperations,
  RebuildView,
  SwitchBuilds,
  RestartView,
  SetAsideStreams,
  RowRebuilds,
];
