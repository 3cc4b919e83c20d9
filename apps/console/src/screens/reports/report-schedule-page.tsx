import { ReportPage } from './report-page.js';

const ReportSchedulePage = () => <ReportPage side="client" />;
export default ReportSchedulePage;
