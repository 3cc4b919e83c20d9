import { isMaterialNumber, problem } from '#domain';
import { orNothing } from '../../components/data-table.js';
import { QuantityInput } from '../../components/number-input.js';

type Props = { label: string; value: string; readOnly: boolean; onNumber(text: string): void };

/** A number of the mix as it is typed: exact text, with a sentence under it once it is left and no number. */
export const RawMaterialNumber = ({ label, value, readOnly, onNumber }: Props) =>
  readOnly ? (
    <span className="numeric">{orNothing(value)}</span>
  ) : (
    <QuantityInput
      className="raw-materials__number"
      size="small"
      fill
      aria-label={label}
      value={value}
      otherwise={problem('QUANTITY_INVALID')}
      alsoWrong={isMaterialNumber(value) ? null : problem('QUANTITY_INVALID')}
      onTyped={onNumber}
    />
  );
