import { writeConfigurationDocument } from './variables-table.js';

await writeConfigurationDocument();
