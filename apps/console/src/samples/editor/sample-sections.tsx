import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { getSampleExample, type SampleView } from '#contract';
import { type FormSection, formSections, isRawMaterial } from '#domain/consignment';
import { messageOfProblem, type Problem } from '#domain/rules';
import { openExamplePictures } from '../../components/example-pictures.dialog.js';
import { Card } from '../../components/field.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { unitQueryOptions } from '../../lib/pre-service.js';
import { focusNextFieldOnEnter, PiecesSection } from '../pieces/pieces.section.js';
import type { SampleFormContext } from '../selection/offer.js';
import { SampleStandards } from '../standards/sample-standards.section.js';
import { AuxiliarySection } from './auxiliary.js';
import { ChosenParameters } from './chosen-parameters.js';
import { LoadErrors } from './load-problems.js';
import type { SampleAttachments } from './sample-attachments.js';
import type { SampleDialog } from './sample-dialogs.js';
import { SampleFieldsForm } from './sample-fields.js';
import { texts } from './sample-form.texts.js';
import type { OpenSample } from './use-sample-form.js';

/**
 * A link to the pictures of how to fill in the form of a sample; nothing if there are none, or if they cannot be read,
 * which is logged (001 LAB-007, AT-010).
 */
const SampleExampleLink = ({ sampleId, testUnitId }: { sampleId: string; testUnitId: string | null }) => {
  const t = useTexts(texts);
  const { data: pictures = [] } = useQuery({
    ...unitQueryOptions(getSampleExample, { sampleId, ...(testUnitId ? { testUnitId } : {}) }),
    retry: false,
    meta: { quiet: true },
    staleTime: 60_000,
  });
  if (pictures.length === 0) return null;
  return (
    <button
      type="button"
      className="text-link aux"
      onClick={() => void openExamplePictures({ title: t('fillInExample'), pictures })}
    >
      {t('fillInExample')}
    </button>
  );
};

type Props = {
  sample: SampleView;
  host: SampleFormContext;
  openSample: OpenSample;
  /** Shown at their fields; empty before the first attempt to save. */
  problems: readonly Problem[];
  showsProblems: boolean;
  onDialog(dialog: SampleDialog): void;
  /** The own sample of a raw material has no raw materials (001 RM-001). */
  rawMaterials?: ReactNode;
  /** At the right end of the first section's head. */
  actions?: ReactNode;
  /** Above the sections. */
  note?: ReactNode;
  Attachments?: SampleAttachments | undefined;
  onMissing(names: readonly string[]): void;
  onFiles(): Promise<unknown>;
  panel: RefObject<HTMLDivElement | null>;
  /** Nothing can be typed or chosen. */
  inert?: boolean | undefined;
  className: string;
};

/** The sections of the sample form, in the page and in the dialog of a raw material (001 section 2). */
export const SampleSections = ({
  sample,
  host,
  openSample,
  problems,
  showsProblems,
  onDialog,
  rawMaterials,
  actions,
  note,
  Attachments,
  onMissing,
  onFiles,
  panel,
  inert,
  className,
}: Props) => {
  const t = useTexts(texts);
  const { mode, readOnly, writing, form, offer, parameters, fee } = openSample;
  const { fields, selection, change, select } = form;
  const rawMaterial = isRawMaterial(host.consignType);
  const shows = (section: FormSection) =>
    formSections({
      consignType: host.consignType,
      inputMethod: fields.inputMethod,
      isChild: rawMaterials === undefined,
    }).includes(section);
  const noReason = showsProblems ? problems.find(({ path }) => path === 'testReason') : undefined;
  return (
    <div className={className} ref={panel} inert={inert} role="presentation" onKeyDown={focusNextFieldOnEnter}>
      {note}
      <div data-section="sample">
        <Card
          title={t(rawMaterial ? 'section.sample' : 'section.testItem')}
          after={<SampleExampleLink sampleId={sample.testUnitSampleId} testUnitId={host.testUnitId} />}
          extra={actions}
        >
          <SampleFieldsForm
            form={form}
            testUnitId={host.testUnitId}
            rawMaterial={rawMaterial}
            mode={mode}
            errors={showsProblems ? problems : []}
            onSpecification={() => onDialog('specification')}
          />
        </Card>
      </div>
      <LoadErrors sample={sample} testUnitId={host.testUnitId} offer={offer} />
      <div data-section="parameters">
        <ChosenParameters
          host={host}
          sampleId={sample.testUnitSampleId}
          inputMethod={fields.inputMethod}
          parameters={parameters}
          stored={sample.tuSampleParamIds}
          selection={selection}
          fee={fee}
          names={offer.names}
          readOnly={readOnly}
          reasonError={noReason && messageOfProblem(noReason, language())}
          onSelection={select}
          onSelect={() => onDialog('parameters')}
        />
      </div>
      {shows('standards') && !selection.isLeftToLab && (
        <div data-section="standards">
          <SampleStandards form={form} host={host} readOnly={readOnly} />
        </div>
      )}
      <div data-section="auxiliary">
        <AuxiliarySection
          fields={fields}
          rawMaterial={rawMaterial}
          mode={mode}
          isLeftToLab={selection.isLeftToLab}
          showsProblems={showsProblems}
          onChange={change}
        />
      </div>
      {shows('pieces') && (
        <div data-section="pieces">
          <PiecesSection
            pieces={fields.buSampleChild}
            groups={openSample.groups}
            sampleName={fields.testUnitSampleName}
            readOnly={!writing}
            onChange={(buSampleChild) => change({ buSampleChild })}
          />
        </div>
      )}
      {shows('rawMaterials') && <div data-section="rawMaterials">{rawMaterials}</div>}
      {Attachments && (
        <div data-section="attachments">
          <Attachments
            consignId={host.consignId}
            consignType={host.consignType}
            testUnitId={host.testUnitId}
            sampleId={sample.id}
            editable={writing}
            onMissing={onMissing}
            onChanged={onFiles}
          />
        </div>
      )}
    </div>
  );
};
