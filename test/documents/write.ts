import { writeGenerated } from './generated.js';

await writeGenerated();
