import { PageHeader } from '../../components/page-header.js';

const HomePage = () => <PageHeader />;
export default HomePage;
