import { InputGroup, type InputGroupProps } from '@blueprintjs/core';

type Props = Omit<InputGroupProps, 'type'> & {
  /** Accepts hours and minutes, too. */
  withTime?: boolean;
};

/**
 * A day (`2026-11-05`) or a minute (`2026-11-05T09:30`), in the browser's own input; ADR-042 says why not in
 * Blueprint's. Its value is empty until it is complete.
 */
export const DateInput = ({ withTime = false, ...input }: Props) => (
  <InputGroup {...input} type={withTime ? 'datetime-local' : 'date'} />
);
