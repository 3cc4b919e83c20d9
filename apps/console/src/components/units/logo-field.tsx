import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon, Upload } from '@blueprintjs/icons';
import { useRef } from 'react';
import { uploadUnitLogo } from '#contract';
import { type UnitType } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { newIdempotencyKey } from '../../lib/idempotency-key.js';
import { storedHost } from '../../lib/http.js';
import { upload } from '../../lib/upload.js';
import { toastSuccess } from '../toaster.js';
import { useSubmit } from '../use-submit.js';
import { texts } from './unit.texts.js';
import './units.css';

export type LogoFieldProps = {
  unitType: UnitType;
  unitId: string;
  logoPath: string;
  onChanged(changed: { logoPath: string; revision: number }): void;
};

/** The unit's logo; a new one is stored as soon as it is chosen. */
export const LogoField = ({ unitType, unitId, logoPath, onChanged }: LogoFieldProps) => {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const { failed, running, send } = useSubmit();
  const choose = (file: File | undefined) => {
    if (!file) return;
    void send(async () => {
      const { data } = await upload(uploadUnitLogo, file, {
        fields: { unitType: String(unitType), unitId },
        idempotencyKey: newIdempotencyKey(),
      });
      onChanged(data);
      toastSuccess(t('logoChanged'));
      return false;
    });
  };
  return (
    <div className="stack">
      <div className="logo-field">
        {logoPath === '' ? (
          <span className="logo-none">{t('noLogo')}</span>
        ) : (
          <img src={logoPath.startsWith('/') ? `${storedHost() ?? ''}${logoPath}` : logoPath} alt={t('logoPath')} />
        )}
        <div className="stack">
          <input
            ref={input}
            className="file-input"
            type="file"
            hidden
            aria-label={t('logoPath')}
            accept=".png,.jpg,.jpeg"
            onChange={(event) => {
              choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Button icon={<Upload />} text={t('changeLogo')} loading={running} onClick={() => input.current?.click()} />
          <span className="aux muted">{t('logoHint')}</span>
        </div>
      </div>
      {failed && (
        <div className="field-error" role="alert">
          <ErrorIcon size={12} />
          {failed}
        </div>
      )}
    </div>
  );
};
