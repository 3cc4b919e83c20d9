import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, type RenderResult } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { ROLE } from '#events';
import { DialogHost } from '../components/dialog-host.js';
import { dialogStack } from '../components/dialogs.js';
import { ToasterHost } from '../components/toaster.js';
import { forgetPosition } from '../lib/event-position.js';
import { errorLog, currentFailure } from '../lib/failures.js';
import { queryClient } from '../lib/queries.js';
import { SessionContext } from '../lib/session.js';

// Rendering is slow on a busy machine; nothing waits longer than it has to.
configure({ asyncUtilTimeout: 15_000 });

export const client: UserInfo = {
  roles: [ROLE.client],
  name: '陈志远',
  avatar: '',
  introduction: '',
  status: 1,
  unitName: '云岭交通建设集团第三工程公司',
  webUserNotices: [],
  userId: 'u-client',
  userName: 'client1',
  unitId: '11111111-1111-4111-8111-111111111111',
  unitType: 2,
  isUnitManager: true,
};
export const laboratory: UserInfo = {
  ...client,
  roles: [ROLE.lab],
  name: '周敏',
  unitName: '浙东交通工程检测中心有限公司',
  userId: 'u-lab',
  userName: 'lab1',
  unitType: 1,
};
export const administrator: UserInfo = {
  ...client,
  roles: [ROLE.admin],
  name: '平台管理员',
  unitName: '',
  userId: 'u-admin',
  userName: 'admin',
  unitId: null,
  unitType: null,
  isUnitManager: false,
};

/** Closes everything of an earlier test. */
const resetState = (): void => {
  dialogStack.set([]);
  currentFailure.set(null);
  errorLog.set([]);
  queryClient.clear();
  forgetPosition();
};

/** A component in the console: signed in, with an address, dialogs and results. */
export const renderConsole = (
  element: ReactElement,
  { user = client, at = '/' }: { user?: UserInfo | null; at?: string } = {},
): RenderResult => {
  resetState();
  return render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <MemoryRouter initialEntries={[at]}>
          <SessionContext value={user}>{element}</SessionContext>
          <DialogHost />
          <ToasterHost />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
};
