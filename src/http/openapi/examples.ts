import type { Phone, SpeedDial } from '../../domain/phone.js';

/** What the interface's document shows as examples of right calls and answers. */

export const uuidExample = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';

export const phonesExample: readonly Phone[] = [
  {
    product: 'Cisco 8851',
    description: 'Reception – Büro',
    model: 'Cisco 8851',
    name: 'SEP00123456789A',
    uuid: uuidExample,
    dirns: ['0100', '+14085554019'],
    speeddials: [{ index: '1', dirn: '0199', label: '<R&D> "x"' }],
  },
];

export const speedDialsExample: readonly (Omit<SpeedDial, 'label'> & Partial<SpeedDial>)[] = [
  { index: '1', dirn: '0199', label: 'Reception' },
  { index: '2', dirn: '+14085554019' },
];
