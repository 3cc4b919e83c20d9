import { Button, InputGroup } from '@blueprintjs/core';
import { MapMarker } from '@blueprintjs/icons';
import { useState } from 'react';
import { withSites } from '#domain';
import { useTexts } from '../../i18n/texts.js';
import { groupsOf, type SampleFields } from './sample-draft.js';
import { TestSitesDialog } from './test-sites.dialog.js';
import { texts } from './test-sites.texts.js';

type Props = {
  /** Of the field around it. */
  id?: string;
  fields: Pick<SampleFields, 'testPart' | 'projectOrPurpose' | 'testGroupCount'>;
  onChange(part: Partial<SampleFields>): void;
};

/** The sites of raw material as one text; they are set in a dialog, one for each group. */
export const TestSitesField = ({ fields, onChange, ...field }: Props) => {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const groups = groupsOf(fields);
  const open = () => setOpen(true);
  return (
    <>
      <InputGroup
        {...field}
        fill
        readOnly
        name="testPart"
        title={fields.testPart}
        value={fields.testPart}
        className="picker-input"
        onClick={open}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && (event.key === 'Enter' || event.key === ' ')) {
            event.preventDefault();
            open();
          }
        }}
        rightElement={
          <Button
            variant="minimal"
            size="small"
            icon={<MapMarker />}
            aria-label={t('setSites')}
            title={t('setSites')}
            onClick={open}
          />
        }
      />
      {isOpen && (
        <TestSitesDialog
          testPart={fields.testPart}
          groups={groups}
          onClose={() => setOpen(false)}
          onSet={(entries) => onChange(withSites(fields, entries))}
        />
      )}
    </>
  );
};
