import { z } from 'zod';
import { findingFilters } from '../../../inventory/store/finding-filter.js';
import { listQuery } from '../list-query.js';
import { placeAfter } from '../paging.js';
import { findingKindSchema } from './inventory-json.js';

/** The place of a finding in the list: its kind, device and id. */
export const findingPlace = placeAfter(z.tuple([findingKindSchema, z.string(), z.string()]));

/** The query of the list of findings. */
export const findingQuery = listQuery('findings', findingFilters, findingPlace);
