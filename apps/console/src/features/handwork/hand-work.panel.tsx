import type { ConsignmentView } from '#contract';
import { ActualFee } from './actual-fee.js';
import { Bill } from './bill.js';
import './hand-work.css';
import { LaterStages } from './later-stages.js';
import type { ReasonAgainst } from './reason-against.js';

type HandWorkProps = { view: ConsignmentView; reasonAgainst: ReasonAgainst };

/** What an integrated laboratory's system reports by itself and every other laboratory enters here (ADR-033): fee, bill, later stages. */
export const HandWork = (props: HandWorkProps) => (
  <div className="hand-work">
    <ActualFee {...props} />
    <Bill {...props} />
    <LaterStages {...props} />
  </div>
);
