import { ReportPage } from './report-page.js';

const ReportListPage = () => <ReportPage side="lab" />;
export default ReportListPage;
