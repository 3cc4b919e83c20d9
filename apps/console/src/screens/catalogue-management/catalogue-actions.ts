import {
  exportCatalogue,
  getPackChanges,
  getSampleChanges,
  getSampleForm,
  type CataloguePackView,
  type CatalogueSampleView,
  listPacks,
  resetPack,
  sysTestSampleDelete,
  sysTestSampleGet,
  sysTestSampleGetAll,
  tuTestParamGetAll,
  tuTestSampleCopy,
  tuTestSampleDelete,
  tuTestSampleGet,
  tuTestSampleGetAll,
  tuTestSampleImport,
  tuTestSampleResetTemplate,
  type UserInfo,
  withdrawPack,
} from '#contract';
import { CATALOGUE_LIMITS } from '#domain/catalogue-maintenance';
import { ROLE } from '#events';
import { openActionDialog } from '../../components/action-dialog.js';
import { openChangeHistory } from '../../components/change-history/change-history.dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { operationUrl, parseResponse, callOperation, requestHeaders, noResponseError } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { saveAsFile } from '../../lib/save-as-file.js';
import { hasRole } from '../../lib/session.js';
import { texts as formTexts } from './form.texts.js';
import { texts } from './texts.js';

/** Lists of the form; their members have the names of the form. */
const FORM_FIELDS = ['properties', 'materials', 'examples'];

/** Names of the members of a sample, and of the entries of its lists, for administrators of a catalogue. */
export const memberLabel = (field: string, member: string): string => {
  const key = member || field;
  const isOfForm = FORM_FIELDS.includes(field);
  if (isOfForm && key === 'num') return textOf(formTexts, 'place');
  if (field === 'examples' && key === 'name') return textOf(formTexts, 'exampleName');
  if (isOfForm && key in formTexts.zh) return textOf(formTexts, key as keyof typeof formTexts.zh);
  return key in texts.zh ? textOf(texts, key as keyof typeof texts.zh) : key;
};

/**
 * Refreshes everything that shows samples, their parameters and dependent data: a change of one changes the revision of
 * all.
 */
export const samplesChanged = (): Promise<void> =>
  invalidateOperations(
    sysTestSampleGetAll,
    tuTestSampleGetAll,
    sysTestSampleGet,
    tuTestSampleGet,
    tuTestParamGetAll,
    getSampleForm,
    getSampleChanges,
  );

type Key = keyof typeof texts.zh;
type Confirmation = {
  action: Key;
  sentence: Key;
  success: Key;
  sample: CatalogueSampleView;
  isDestructive?: true;
  run(reason: string, idempotencyKey: string): Promise<unknown>;
};

const confirmAction = async ({
  action,
  sentence,
  success,
  sample,
  isDestructive,
  run,
}: Confirmation): Promise<boolean> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, action),
    sentence: textOf(texts, sentence, { name: sample.sampleName }),
    intent: isDestructive ? 'danger' : 'primary',
    ...(isDestructive
      ? { reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason } }
      : {}),
    run: (reason) =>
      withIdempotencyKey(`${action} ${sample.id} ${sample.revision} ${reason}`, (idempotencyKey) =>
        run(reason, idempotencyKey),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, success));
  await samplesChanged();
  return isConfirmed;
};

export const confirmWithdraw = ({ ownerQuery }: CatalogueOwner, sample: CatalogueSampleView): Promise<boolean> =>
  confirmAction({
    action: 'withdrawSample',
    sentence: 'withdrawSentence',
    success: 'withdrawn',
    sample,
    isDestructive: true,
    run: (reason, idempotencyKey) =>
      callOperation(tuTestSampleDelete, { query: { ...ownerQuery, id: sample.id, reason }, idempotencyKey }),
  });

export const confirmReset = ({ ownerQuery }: CatalogueOwner, sample: CatalogueSampleView): Promise<boolean> =>
  confirmAction({
    action: 'resetSample',
    sentence: 'resetSentence',
    success: 'resetDone',
    sample,
    isDestructive: true,
    run: (reason, idempotencyKey) =>
      callOperation(tuTestSampleResetTemplate, { body: { ...ownerQuery, id: sample.id, reason }, idempotencyKey }),
  });

export const confirmRemove = (sample: CatalogueSampleView): Promise<boolean> =>
  confirmAction({
    action: 'removeSample',
    sentence: 'removeSampleSentence',
    success: 'removed',
    sample,
    isDestructive: true,
    run: (reason, idempotencyKey) =>
      callOperation(sysTestSampleDelete, { query: { id: sample.id, reason }, idempotencyKey }),
  });

export const confirmImport = ({ ownerQuery }: CatalogueOwner, sample: CatalogueSampleView): Promise<boolean> =>
  confirmAction({
    action: 'import',
    sentence: 'importSentence',
    success: 'imported',
    sample,
    run: (_, idempotencyKey) =>
      callOperation(tuTestSampleImport, { body: { ...ownerQuery, ids: [sample.id] }, idempotencyKey }),
  });

export const confirmCopy = ({ ownerQuery }: CatalogueOwner, sample: CatalogueSampleView): Promise<boolean> =>
  confirmAction({
    action: 'copySample',
    sentence: 'copySentence',
    success: 'copied',
    sample,
    run: (_, idempotencyKey) =>
      callOperation(tuTestSampleCopy, { body: { ...ownerQuery, id: sample.id }, idempotencyKey }),
  });

/** Who changed which members of a sample, including a unit's own copy. */
export const openSampleHistory = (
  { ownerQuery }: CatalogueOwner,
  { id, sampleName }: Pick<CatalogueSampleView, 'id' | 'sampleName'>,
): Promise<void> =>
  openChangeHistory({
    name: sampleName,
    query: queryOptionsOf(getSampleChanges, { sampleId: id, ...ownerQuery }),
    labelOf: memberLabel,
  });

/** Refreshes everything that shows packs. */
export const packsChanged = (): Promise<void> => invalidateOperations(listPacks, getPackChanges);

const confirmPackAction = async (
  action: Key,
  sentence: Key,
  success: Key,
  pack: CataloguePackView,
  run: (reason: string, idempotencyKey: string) => Promise<unknown>,
): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, action),
    sentence: textOf(texts, sentence, { name: pack.name }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      withIdempotencyKey(`${action} ${pack.id} ${pack.revision} ${reason}`, (idempotencyKey) =>
        run(reason, idempotencyKey),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, success));
  await packsChanged();
};

const withdraw =
  ({ ownerQuery }: CatalogueOwner, { id }: CataloguePackView) =>
  (reason: string, idempotencyKey: string) =>
    callOperation(withdrawPack, { query: { ...ownerQuery, packId: id, reason }, idempotencyKey });

/** Removes a pack: one of the template from the template, or a unit's own. */
export const confirmRemovePack = (owner: CatalogueOwner, pack: CataloguePackView): Promise<void> =>
  confirmPackAction('removePack', 'removePackSentence', 'removed', pack, withdraw(owner, pack));

export const confirmWithdrawPack = (owner: CatalogueOwner, pack: CataloguePackView): Promise<void> =>
  confirmPackAction('withdrawPack', 'withdrawPackSentence', 'withdrawn', pack, withdraw(owner, pack));

export const confirmResetPack = ({ ownerQuery }: CatalogueOwner, pack: CataloguePackView): Promise<void> =>
  confirmPackAction('resetPack', 'resetPackSentence', 'resetDone', pack, (reason, idempotencyKey) =>
    callOperation(resetPack, { query: { packId: pack.id }, body: { ...ownerQuery, reason }, idempotencyKey }),
  );

/** Who changed which members of a pack, including a unit's own copy. */
export const openPackHistory = ({ ownerQuery }: CatalogueOwner, { id, name }: CataloguePackView): Promise<void> =>
  openChangeHistory({
    name,
    query: queryOptionsOf(getPackChanges, { packId: id, ...ownerQuery }),
    labelOf: memberLabel,
  });

/** Saves a catalogue as an .xlsx under the name that the service returns; failures are shown. */
export const exportWorkbook = async ({ ownerQuery }: CatalogueOwner): Promise<void> => {
  try {
    const { content, name } = await download(ownerQuery);
    saveAsFile(name, content);
    toastSuccess(textOf(texts, 'exported'));
  } catch (error) {
    reportFailure(error);
  }
};

const download = async (ownerQuery: CatalogueOwner['ownerQuery']): Promise<{ content: Blob; name: string }> => {
  const response = await fetch(operationUrl(exportCatalogue, ownerQuery), {
    method: exportCatalogue.method,
    headers: { ...requestHeaders({}), Accept: '*/*' },
    credentials: 'same-origin',
  }).catch(() => null);
  if (!response) throw noResponseError(exportCatalogue, false);
  if (!response.ok)
    parseResponse(exportCatalogue, {
      status: response.status,
      body: await response.text(),
      header: (name) => response.headers.get(name),
    });
  const encodedName = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return {
    content: await response.blob(),
    name: encodedName === undefined ? 'catalogue.xlsx' : decodeURIComponent(encodedName),
  };
};

/**
 * Owner of the catalogue: `unitId` is the unit in the address, null for the own unit or the template; `ownerQuery` is
 * the parameter of the calls.
 */
export type CatalogueOwner = { isTemplate: boolean; unitId: string | null; ownerQuery: { testUnitId?: string } };

/**
 * A laboratory manages its own catalogue, whatever the address says; the administrator that of the unit in the address,
 * otherwise the system template.
 */
export const catalogueOwnerOf = (user: Pick<UserInfo, 'roles'>, unitId: string | null): CatalogueOwner => {
  const isAdmin = hasRole(user, ROLE.admin);
  return isAdmin && unitId !== null
    ? { isTemplate: false, unitId, ownerQuery: { testUnitId: unitId } }
    : { isTemplate: isAdmin, unitId: null, ownerQuery: {} };
};
