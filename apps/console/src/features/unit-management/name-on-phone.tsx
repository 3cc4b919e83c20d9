import type { UnitOpening } from '#contract';
import { UnitState } from './unit-state.js';

type NameProps = { unitNo: string; name: string; isOn: boolean; opening?: UnitOpening | undefined };

/** Number and state under the name, where there is no room for their columns. */
export const NameOnPhone = ({ unitNo, name, isOn, opening }: NameProps) => (
  <>
    {name}
    <div className="aux muted row tight">
      <span className="numeric">{unitNo}</span>
      <UnitState isOn={isOn} opening={opening} />
    </div>
  </>
);
