import { InputGroup, type InputGroupProps } from '@blueprintjs/core';

type Props = Omit<InputGroupProps, 'type'> & {
  /** Takes hours and minutes, too. */
  withTime?: boolean;
};

/**
 * A day (`2026-11-05`) or a minute (`2026-11-05T09:30`), as the browser's own input takes it; why not Blueprint's is in
 * ADR-042. Its value is empty until all of it is there.
 */
export const DateInput = ({ withTime = false, ...input }: Props) => (
  <InputGroup {...input} type={withTime ? 'datetime-local' : 'date'} />
);
