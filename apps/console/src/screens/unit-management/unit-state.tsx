import { Button, Tag } from '@blueprintjs/core';
import { Time } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import {
  changeConsginUnitActive,
  changeTestUnitActive,
  getAllUnit,
  getConsginUnitListBySys,
  getStatistic,
  testUnitGetAll,
  type UnitOpening,
} from '#contract';
import { UNIT_LIMITS } from '#domain/units';
import { openActionDialog } from '../../components/action-dialog.js';
import { RowAction } from '../../components/data-table.js';
import { type ManagedFilters, useManagedFilters } from '../../components/managed-list.js';
import { toastSuccess } from '../../components/toaster.js';
import { texts as unitTexts } from '../../components/units/unit.texts.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations, listOptions } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { formatCount } from '../../lib/numbers.js';
import { texts } from './texts.js';

type UnitStateProps = { isOn: boolean; opening?: UnitOpening | undefined };

/** Whether a unit is on, or waits for its first opening, as text and colour. */
export const UnitState = ({ isOn, opening }: UnitStateProps) => {
  const t = useTexts(texts);
  const u = useTexts(unitTexts);
  if (opening)
    return (
      <Tag minimal intent={opening.state === 'waiting' ? 'warning' : 'danger'}>
        {t(opening.state)}
      </Tag>
    );
  return (
    <Tag minimal intent={isOn ? 'success' : 'none'}>
      {u(isOn ? 'active' : 'inactive')}
    </Tag>
  );
};

type Kind = 'Test' | 'Consign';
type Unit = { id: string; revision: number; name: string; isOn: boolean; opening?: UnitOpening | undefined };

/** A unit that was never opened is opened or refused; any other is switched on or off. */
type Action = 'on' | 'off' | 'open' | 'refuse';
const SUCCESS_TEXT = { on: 'switchedOn', off: 'switchedOff', open: 'opened', refuse: 'wasRefused' } as const;
const LABEL = { on: 'switchOn', off: 'switchOff', open: 'open', refuse: 'refuse' } as const;

const actionsOf = ({ isOn, opening }: Unit): Action[] => {
  if (opening) return opening.state === 'waiting' ? ['open', 'refuse'] : ['open'];
  return [isOn ? 'off' : 'on'];
};

/**
 * Asks, for a reason if it removes rights, switches the unit, and confirms. It overwrites no input of others, so any
 * revision will do.
 */
const confirmSwitch = async (kind: Kind, action: Action, { id, revision, name }: Unit): Promise<void> => {
  const operation = kind === 'Test' ? changeTestUnitActive : changeConsginUnitActive;
  const isActive = action === 'on' || action === 'open';
  const label = textOf(texts, action === 'refuse' ? 'refuseReason' : 'reason');
  const isConfirmed = await openActionDialog({
    action: textOf(texts, `${action}${kind}`),
    sentence: textOf(texts, `${action}${kind}Sentence`, { name }),
    intent: isActive ? 'primary' : 'danger',
    ...(isActive ? {} : { reason: { label, required: true, maxLength: UNIT_LIMITS.reason } }),
    run: (reason) =>
      withIdempotencyKey(`switch ${kind} ${id} ${revision} ${reason}`, (idempotencyKey) =>
        callOperation(operation, { body: { id, isActive, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, SUCCESS_TEXT[action]));
  await invalidateOperations(testUnitGetAll, getAllUnit, getConsginUnitListBySys, getStatistic);
};

/** The actions of a row that open, refuse or switch its unit. */
export const SwitchActions = ({ kind, unit }: { kind: Kind; unit: Unit }) => {
  const t = useTexts(texts);
  return actionsOf(unit).map((action) => (
    <RowAction
      key={action}
      text={t(LABEL[action])}
      name={unit.name}
      onPress={() => void confirmSwitch(kind, action, unit)}
    />
  ));
};

type NameProps = { unitNo: string; name: string; isOn: boolean; opening?: UnitOpening | undefined };

/** Number and state under the name, if there is no room for their columns. */
export const UnitNameCell = ({ unitNo, name, isOn, opening }: NameProps) => (
  <>
    {name}
    <div className="aux muted row tight">
      <span className="numeric">{unitNo}</span>
      <UnitState isOn={isOn} opening={opening} />
    </div>
  </>
);

/** The query of the two lists for a state of the filters. */
export const openingQuery = ({ state }: ManagedFilters): { opening?: UnitOpening['state'] } =>
  state === 'waiting' || state === 'refused' ? { opening: state } : {};

/** How many units of this list wait to be opened; pressing it filters by them, pressing it again removes the filter. */
export const WaitingFilter = ({ kind }: { kind: 'Test' | 'Consign' }) => {
  const t = useTexts(texts);
  const [{ state }, change] = useManagedFilters();
  const units = useQuery({
    ...listOptions<typeof testUnitGetAll | typeof getConsginUnitListBySys>(
      kind === 'Test' ? testUnitGetAll : getConsginUnitListBySys,
      { opening: 'waiting', maxResultCount: 1 },
    ),
    meta: { quiet: true },
  });
  const waitingCount = units.data?.data.totalCount ?? 0;
  const isOn = state === 'waiting';
  if (waitingCount === 0 && !isOn) return null;
  return (
    <Button
      icon={<Time />}
      active={isOn}
      aria-pressed={isOn}
      text={t('waiting')}
      endIcon={
        <Tag minimal round intent={waitingCount > 0 ? 'warning' : 'none'}>
          {formatCount(waitingCount)}
        </Tag>
      }
      onClick={() => change({ state: isOn ? '' : 'waiting' })}
    />
  );
};
