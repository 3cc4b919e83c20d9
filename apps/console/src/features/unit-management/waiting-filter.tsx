import { Button, Tag } from '@blueprintjs/core';
import { Time } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { getConsginUnitListBySys, testUnitGetAll, type UnitOpening } from '#contract';
import { type ManagedFilters, useManagedFilters } from '../../components/use-managed-filters.js';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { listOptions } from '../../lib/list-query.js';
import { texts } from './texts.js';

/** What a state of the filters asks of the two lists. */
export const openingOf = ({ state }: ManagedFilters): { opening?: UnitOpening['state'] } =>
  state === 'waiting' || state === 'refused' ? { opening: state } : {};

/** How many units of this list wait to be opened; pressing it shows them alone, pressing it again all. */
export const WaitingFilter = ({ kind }: { kind: 'Test' | 'Consign' }) => {
  const t = useTexts(texts);
  const [{ state }, change] = useManagedFilters();
  const asked = useQuery({
    ...listOptions<typeof testUnitGetAll | typeof getConsginUnitListBySys>(
      kind === 'Test' ? testUnitGetAll : getConsginUnitListBySys,
      { opening: 'waiting', maxResultCount: 1 },
    ),
    meta: { quiet: true },
  });
  const waiting = asked.data?.data.totalCount ?? 0;
  const isOn = state === 'waiting';
  if (waiting === 0 && !isOn) return null;
  return (
    <Button
      icon={<Time />}
      active={isOn}
      aria-pressed={isOn}
      text={t('waiting')}
      endIcon={
        <Tag minimal round intent={waiting > 0 ? 'warning' : 'none'}>
          {count(waiting)}
        </Tag>
      }
      onClick={() => change({ state: isOn ? '' : 'waiting' })}
    />
  );
};
