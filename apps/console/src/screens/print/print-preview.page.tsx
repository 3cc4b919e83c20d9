import { Button } from '@blueprintjs/core';
import { Document, Print } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { isClient, useUser } from '../../lib/session.js';
import { useFeatureCommands } from '../../lib/feature-commands.js';
import { useViewTitle } from '../../lib/view.js';
import { canMakePdf } from './can-make-pdf.js';
import { PRINT_BILL } from '../../lib/paths.js';
import { printQuery, PrintSheets } from './print-sheet.js';
import { texts } from './texts.js';

/** The print preview as a separate screen: /preConsignBill/preview?ids=a,b. */
export default function PrintPreviewPage() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const user = useUser();
  const { openPdf } = useFeatureCommands();
  const [query] = useSearchParams();
  const ids = (query.get('ids') ?? '').split(',').filter(Boolean);
  const printed = useQuery(printQuery(ids)).data;
  const codeOf = (id: string): string => printed?.find((each) => each.id === id)?.consignCode || t('draftRow');
  const [only, ...rest] = printed ?? [];
  const title =
    only && rest.length === 0 ? only.title : t(ids.length > 1 ? 'previewSeveral' : 'previewTitle', { n: ids.length });
  useViewTitle(
    only && rest.length === 0 && only.consignCode
      ? t('previewOf', { code: only.consignCode })
      : ids.length > 1
        ? title
        : null,
  );
  const back = isClient(user) && (
    <Button
      text={t(ids.length > 0 ? 'toBillList' : 'toBill')}
      intent={ids.length > 0 ? 'none' : 'primary'}
      onClick={() => void navigate(PRINT_BILL)}
    />
  );
  if (ids.length === 0)
    return (
      <>
        <PageHeader />
        <EmptyState icon={<Print size={28} />} title={t('noIds')} actions={back}>
          {t('noIdsText')}
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader
        title={title}
        {...(only?.consignCode && rest.length === 0 ? { code: only.consignCode } : {})}
        actions={
          <>
            {back}
            {canMakePdf(user) && (
              <Button
                icon={<Document />}
                text={ids.length > 1 ? t('makePdfN', { n: ids.length }) : t('makePdf')}
                disabled={!printed}
                onClick={() => void openPdf(ids, codeOf)}
              />
            )}
            <Button
              intent="primary"
              icon={<Print />}
              text={t('print')}
              disabled={!printed}
              onClick={() => window.print()}
            />
          </>
        }
      />
      <div className="page-body scrolls">
        <PrintSheets ids={ids} />
      </div>
    </>
  );
}
