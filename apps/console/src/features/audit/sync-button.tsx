import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useState } from 'react';
import { type ConsignmentView, syncUpdateConsignInfo } from '#contract';
import { alertUser } from '../../components/alert-dialog.js';
import { succeed, warn } from '../../components/toaster.js';
import { markChanged } from '../../consignment/changed.js';
import { consignmentsChanged } from '../../consignment/verbs.js';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { useUnitService } from '../../lib/pre-service.js';
import { texts } from './texts.js';

/** Asks the laboratory's own system how the consignment stands (API-025); offered only where there is one. */
export const SyncButton = ({ view }: { view: Pick<ConsignmentView, 'id' | 'testUnitId'> }) => {
  const t = useTexts(texts);
  const { isIntegrated } = useUnitService(view.testUnitId);
  const [isAsking, setAsking] = useState(false);
  if (!isIntegrated) return null;

  const sync = async () => {
    setAsking(true);
    try {
      const { items } = await call(syncUpdateConsignInfo, { body: { ids: [view.id] } });
      const [item] = items;
      if (!item) return;
      if (item.changed.length > 0) markChanged([view.id]);
      if (item.problems.length > 0)
        await alertUser({
          title: t('syncRefused'),
          message: item.problems.map(({ part, message }) => `${t(`part.${part}`)}：${message}`).join('\n'),
        });
      else if (item.changed.length > 0)
        succeed(t('synced', { parts: item.changed.map((part) => t(`part.${part}`)).join('、') }));
      else if (item.isKnown) succeed(t('syncedNothing'));
      else warn(t('syncUnknown'));
    } catch (error) {
      reportFailure(error);
    } finally {
      setAsking(false);
      void consignmentsChanged();
    }
  };
  return (
    <Button variant="minimal" icon={<Refresh />} text={t('sync')} loading={isAsking} onClick={() => void sync()} />
  );
};
