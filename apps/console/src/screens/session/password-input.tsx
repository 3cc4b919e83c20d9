import { Button, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen, Lock } from '@blueprintjs/icons';
import { type ComponentProps, useState } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** A password input that can show its text. Takes the props that a Field gives its control. */
export const PasswordInput = (
  props: Pick<
    ComponentProps<typeof InputGroup>,
    'value' | 'onValueChange' | 'autoComplete' | 'id' | 'aria-describedby'
  >,
) => {
  const t = useTexts(texts);
  const [visible, setVisible] = useState(false);
  return (
    <InputGroup
      size="large"
      leftIcon={<Lock />}
      type={visible ? 'text' : 'password'}
      {...props}
      rightElement={
        <Button
          variant="minimal"
          icon={visible ? <EyeOff /> : <EyeOpen />}
          aria-label={t(visible ? 'hidePassword' : 'showPassword')}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
};
