import { Button, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { type FormEvent, useState } from 'react';
import { Card, Field } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { useUnitState } from '../../lib/branding.js';
import './reports.css';
import { texts } from './texts.js';

/**
 * The page of a laboratory's system for a verification code; null for an address that is not http or https. Its
 * existing query stays.
 */
export const progressAddress = (base: string, code: string): string | null => {
  if (!URL.canParse(base)) return null;
  const address = new URL(base);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return null;
  address.searchParams.set('code', code);
  return address.href;
};

/** Progress by verification code in the laboratory's own system (NAV-006). */
const CodeQueryPage = () => {
  const t = useTexts(texts);
  const base = useUnitState()?.iLISReportProgressQueryURL ?? '';
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return setError(t('enterCode'));
    const address = progressAddress(base, code.trim());
    if (!address) return setError(t('badAddress'));
    setError(undefined);
    window.open(address, '_blank', 'noopener');
  };
  return (
    <>
      <PageHeader />
      <div className="page-body">
        {base === '' ? (
          <EmptyState icon={<Search size={28} />} title={t('noAddress')} />
        ) : (
          <div className="code-query">
            <Card title={t('codeTitle')}>
              <form className="stack" onSubmit={open}>
                <p className="secondary">{t('codeText')}</p>
                <Field label={t('code')} required error={error}>
                  <InputGroup value={code} maxLength={100} autoComplete="off" onValueChange={setCode} />
                </Field>
                <div className="row">
                  <Button className="push" type="submit" intent="primary" icon={<Search />} text={t('query')} />
                </div>
              </form>
            </Card>
          </div>
        )}
      </div>
    </>
  );
};
export default CodeQueryPage;
