import { ConsignmentListPage } from './consignment-list-page.js';

const SiteListPage = () => <ConsignmentListPage kind="site" />;
export default SiteListPage;
