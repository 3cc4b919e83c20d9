import { Manual } from '@blueprintjs/icons';
import { useSearchParams } from 'react-router-dom';
import { INSTRUCTION_KINDS } from '#domain';
import { PageHeader } from '../../components/page-header.js';
import { Empty, Failed, LoadingPage } from '../../components/page-states.js';
import { RichText } from '../../components/rich-text.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import { useViewTitle } from '../../lib/view.js';
import '../../components/formatted-text.css';
import './instructions.css';
import { texts } from './texts.js';
import { useLatestInstruction } from './use-instructions.js';

/** NAV-009, 002 OI-010: the newest instruction of the kind in the address, for everybody who is signed in. */
const InstructionPage = () => {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const kind = INSTRUCTION_KINDS.find((each) => each === query.get('type')) ?? '0';
  const latest = useLatestInstruction(kind);
  const shown = latest.data?.data;
  useViewTitle(shown?.title ?? null);
  if (latest.isPending)
    return (
      <>
        <PageHeader />
        <LoadingPage />
      </>
    );
  if (shown === undefined)
    return (
      <>
        <PageHeader />
        <div className="page-body">
          <div className="card list-card">
            <Failed error={latest.error} onRetry={() => void latest.refetch()} />
          </div>
        </div>
      </>
    );
  if (shown === null)
    return (
      <>
        <PageHeader />
        <div className="page-body">
          <div className="card list-card">
            <Empty icon={<Manual size={28} />} title={t('noInstruction', { kind: t(`kind.${kind}`) })}>
              {t('noInstructionHint')}
            </Empty>
          </div>
        </div>
      </>
    );
  return (
    <>
      <PageHeader title={shown.title} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard */}
      <div className="page-body scrolls instruction-page-body" role="region" aria-label={shown.title} tabIndex={0}>
        <article className="card instruction-page">
          <p className="aux muted">
            {t(`kind.${kind}`)}　{t('updatedAt', { time: dateTime(shown.lastModificationTime) })}
          </p>
          <div className="formatted-text">
            <RichText html={shown.content} links />
          </div>
        </article>
      </div>
    </>
  );
};

export default InstructionPage;
