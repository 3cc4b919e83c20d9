import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import type { PersonalData } from '#contract';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { saveAsFile } from '../../lib/save-as-file.js';
import { texts } from './texts.js';

/** What is held about the user, to take along (ADR-003). */
export const PersonalDataCard = ({ data }: { data: PersonalData }) => {
  const t = useTexts(texts);
  return (
    <Card title={t('personalData')}>
      <div className="secondary">
        {t('personalDataHint', {
          profiles: data.profiles.length,
          messages: data.messages.length,
          consignments: new Set(data.namedIn.filter(({ kind }) => kind === 'consignment').map(({ id }) => id)).size,
        })}
      </div>
      <div className="row" style={{ marginTop: 12 }}>
        <Button
          className="push"
          icon={<Download />}
          text={t('download')}
          onClick={() => saveAsFile(`${data.userName}.json`, 'application/json', JSON.stringify(data, null, 2))}
        />
      </div>
    </Card>
  );
};
