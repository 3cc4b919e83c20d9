import { UnitState } from './unit-state.js';

/** Number and state under the name, where there is no room for their columns. */
export const NameOnPhone = ({ unitNo, name, isOn }: { unitNo: string; name: string; isOn: boolean }) => (
  <>
    {name}
    <div className="aux muted row tight">
      <span className="numeric">{unitNo}</span>
      <UnitState isOn={isOn} />
    </div>
  </>
);
