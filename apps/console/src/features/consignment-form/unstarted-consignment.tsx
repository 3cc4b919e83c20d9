import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ConsignmentView } from '#contract';
import { messageOf } from '#domain';
import type { ConsignType } from '#events';
import { Card } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { LoadingPage } from '../../components/page-states.js';
import { warn } from '../../components/toaster.js';
import { isOn } from '../../consignment/fee.js';
import { startConsignment } from '../../consignment/verbs.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { useUser } from '../../lib/session.js';
import { useViewTitle } from '../../lib/view.js';
import { BasicSection } from './basic-section.js';
import { FormFooter } from './form-footer.js';
import { kindOf } from './form-values.js';
import { listPathOf } from './list-path.js';
import { OrganisationSection } from './organisation-section.js';
import { SamplesSection } from './samples-section.js';
import { FURTHER, SectionRail } from './section-rail.js';
import { useStartingView } from './starting-view.js';
import { useQualifications } from './testing-unit.js';
import { texts } from './texts.js';
import { useDraft } from './use-draft.js';

/**
 * The form at an address that names no consignment (CF-007): it opens with what a new one starts with, but there is nothing to
 * save to or to hang a sample on, so each verb says the way back in; the note above has it as a button.
 */
const Unstarted = ({ view }: { view: ConsignmentView }) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const scroller = useRef<HTMLDivElement>(null);
  const [starting, setStarting] = useState(false);
  const qualifications = useQualifications(view.testUnitId, {
    id: view.tuqualificationId,
    name: view.tuqualificationName,
  });
  const draft = useDraft(view, qualifications.nameOf);
  const missing = messageOf('NO_CONSIGNMENT_ID', {}, language());
  const refuse = () => warn(missing);
  const title = t(`new.${kindOf(view.consignType)}`);
  useViewTitle(title);
  const start = async () => {
    setStarting(true);
    const id = await startConsignment(view.consignType);
    setStarting(false);
    // The rest of the address stays: whoever embeds the form goes on embedding it.
    if (id)
      setParams(
        (now) => {
          now.set('id', id);
          return now;
        },
        { replace: true },
      );
  };
  return (
    <>
      <PageHeader title={title} step={title} />
      <div className="page-body form-layout">
        <SectionRail
          scroller={scroller}
          problems={draft.problems}
          rawMaterial={view.consignType === 1}
          hasExtra={view.consignInfoProperties.some(({ visible }) => visible)}
          onGo={(section) =>
            scroller.current?.querySelector(`[data-section="${section}"]`)?.scrollIntoView({ block: 'start' })
          }
        />
        <div className="form-sections" ref={scroller}>
          <div className="note warning">
            <ErrorIcon size={14} />
            <span className="grow">{missing}</span>
            <Button
              size="small"
              variant="outlined"
              intent="primary"
              text={t(`new.${kindOf(view.consignType)}`)}
              loading={starting}
              onClick={() => void start()}
            />
          </div>
          <OrganisationSection draft={draft} onChoose={refuse} />
          <BasicSection
            draft={draft}
            qualifications={qualifications.options}
            showsSectName={isOn(view.testUnitConfig, 'IsEnableProjectContractSectName')}
            parties={null}
            onChooseProject={refuse}
            onWitnesses={refuse}
          />
          <SamplesSection
            draft={draft}
            showsFee={false}
            addingBlocked={() => missing}
            onAdd={refuse}
            onOpen={refuse}
            run={(write) => write()}
          />
          {FURTHER.map((section, place) => (
            <div key={section} data-section={section}>
              <Card
                title={
                  <>
                    <span className="section-number">{4 + place}</span>
                    {t(section)}
                  </>
                }
              >
                <span className="dense secondary">{t('afterStart')}</span>
              </Card>
            </div>
          ))}
        </div>
      </div>
      <FormFooter
        fee={null}
        problems={draft.problems.length}
        running={null}
        onDetail={refuse}
        onWalk={refuse}
        onBack={() => void navigate(listPathOf(view.consignType, user))}
        onSave={refuse}
        onSubmit={refuse}
      />
    </>
  );
};

/** Opens once everything a new consignment starts with has been read, or could not be. */
export const UnstartedConsignment = ({ consignType }: { consignType: ConsignType }) => {
  const view = useStartingView(consignType);
  return view ? (
    <Unstarted view={view} />
  ) : (
    <>
      <PageHeader />
      <LoadingPage />
    </>
  );
};
