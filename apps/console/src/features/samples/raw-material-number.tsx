import { InputGroup } from '@blueprintjs/core';
import { isMaterialNumber } from '#domain';
import { orNothing } from '../../components/data-table.js';

type Props = { label: string; value: string; readOnly: boolean; onNumber(text: string): void };

/** A number of the mix as it is typed: exact text, red while it is no number. */
export const RawMaterialNumber = ({ label, value, readOnly, onNumber }: Props) =>
  readOnly ? (
    <span className="numeric">{orNothing(value)}</span>
  ) : (
    <InputGroup
      className="raw-materials__number"
      size="small"
      fill
      inputMode="decimal"
      maxLength={16}
      aria-label={label}
      aria-invalid={!isMaterialNumber(value) || undefined}
      intent={isMaterialNumber(value) ? 'none' : 'danger'}
      value={value}
      onChange={({ currentTarget }) => onNumber(currentTarget.value.trim())}
    />
  );
