import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { ROLE } from '#events';
import { hasRole, useUser } from '../../lib/session.js';
import { ChooseUnit } from './choose-unit.js';
import { type Keeper, keeperOf } from './keeper.js';
import { KeptHere } from './kept-here.js';

type Props = {
  /** Where the page of a unit's catalogue is; of the system template for null. */
  placeOf(unitId: string | null): string;
  /** `choice`: what the administrator chooses by; null for everybody else. */
  children(keeper: Keeper, choice: ReactNode): ReactNode;
};

/** A page of the system template or of a unit's catalogue, whichever its address names; the administrator chooses among them. */
export const KeptPlace = ({ placeOf, children }: Props) => {
  const { unitId } = useParams();
  const user = useUser();
  const keeper = keeperOf(user, unitId ?? null);
  const navigate = useNavigate();
  const choice = hasRole(user, ROLE.admin) ? (
    <ChooseUnit chosen={keeper.place} onChoose={(id) => void navigate(placeOf(id))} />
  ) : null;
  return (
    <KeptHere key={keeper.place ?? ''} keeper={keeper} extra={choice}>
      {children(keeper, choice)}
    </KeptHere>
  );
};
