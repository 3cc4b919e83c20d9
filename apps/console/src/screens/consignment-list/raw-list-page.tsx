import { ConsignmentListPage } from './consignment-list-page.js';

const RawListPage = () => <ConsignmentListPage kind="raw" />;
export default RawListPage;
