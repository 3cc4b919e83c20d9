import { ConsignmentListPage } from './consignment-list-page.js';

const RawListPage = () => <ConsignmentListPage kind="raw" defaultSort="creationTime" />;
export default RawListPage;
