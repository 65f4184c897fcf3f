import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { ciscoAxl, soapClient } from './card-clients.js';
import type { Phone, SpeedDial } from './work.js';

/**
 * The obvious solution of the task, in its own process: Koa, and a ready-made AXL client. No authentication, no log, no
 * limits. CLIENT names the client: `soap` or `cisco-axl`.
 */
const call = process.env['CLIENT'] === 'cisco-axl' ? ciscoAxl() : await soapClient();

interface LineRow {
  readonly attributes: { readonly uuid: string };
}
interface PhoneRow extends Pick<Phone, 'name' | 'description' | 'product' | 'model'> {
  readonly attributes: { readonly uuid: string };
}
/** A client may turn an index into a number or leave it a text. */
interface DialRow extends Pick<SpeedDial, 'dirn' | 'label'> {
  readonly index: string | number;
}
interface WholePhone {
  readonly lines?: { readonly line?: Many<{ readonly dirn: { readonly pattern: string } }> };
  readonly speeddials?: { readonly speeddial?: Many<DialRow> };
}
type Many<Item> = Item | readonly Item[];

/** A single child comes without an array; without any child, the element is missing. */
function list<Item>(children: Many<Item> | undefined): Item[] {
  return children === undefined ? [] : ([children].flat() as Item[]);
}

async function findPhones(number: string): Promise<Phone[]> {
  const { line } = await call<{ line?: Many<LineRow> }>('listLine', {
    searchCriteria: { pattern: number },
    returnedTags: { pattern: '', routePartitionName: '' },
  });
  const found = await Promise.all(
    list(line).map(({ attributes: { uuid } }) =>
      call<{ line: { associatedDevices?: { device?: Many<string> } } }>('getLine', {
        uuid,
        returnedTags: { associatedDevices: { device: '' } },
      }),
    ),
  );
  const names = found.flatMap((answer) => list(answer.line.associatedDevices?.device));
  return Promise.all(names.map(findPhone));
}

async function findPhone(name: string): Promise<Phone> {
  const [rows, { phone }] = await Promise.all([
    call<{ phone?: Many<PhoneRow> }>('listPhone', {
      searchCriteria: { name },
      returnedTags: { name: '', description: '', product: '', model: '', class: '' },
    }),
    call<{ phone: WholePhone }>('getPhone', {
      name,
      returnedTags: {
        lines: { line: { index: '', dirn: { pattern: '' } } },
        speeddials: { speeddial: { dirn: '', label: '', index: '' } },
      },
    }),
  ]);
  const [row] = list(rows.phone);
  if (!row) throw new Error(`there is no phone ${name}`);
  return {
    ...{ product: row.product, description: row.description, model: row.model, name: row.name },
    uuid: plainUuid(row.attributes.uuid),
    dirns: list(phone.lines?.line).map(({ dirn }) => dirn.pattern),
    speeddials: list(phone.speeddials?.speeddial).map(({ index, dirn, label }) => ({
      index: String(index),
      dirn,
      label,
    })),
  };
}

/** What this service reads of a phone after a write. */
const tagsAfterWrite = {
  class: '',
  speeddials: { speeddial: { dirn: '', label: '', index: '' } },
  busyLampFields: {
    busyLampField: {
      ...{ blfDest: '', blfDirn: '', routePartition: '', label: '' },
      ...{ associatedBlfSdFeatures: { feature: '' }, index: '' },
    },
  },
  lines: { line: { index: '', label: '', display: '', dirn: { pattern: '', routePartitionName: '' } } },
};

function plainUuid(uuid: string): string {
  return uuid.slice(1, -1).toLowerCase();
}

const router = new Router();
router.get('/phone', async (ctx) => {
  ctx.body = await findPhones(String(ctx.query['dirn']));
});
router.post('/speeddials', async (ctx) => {
  const name = String(ctx.query['phone']);
  const dials = (ctx.request.body as SpeedDial[]).map(({ dirn, label, index }) => ({ dirn, label, index }));
  const uuid = await call<string>('updatePhone', { name, speeddials: { speeddial: dials } });
  await call('getPhone', { name, returnedTags: tagsAfterWrite });
  ctx.set('Content-Type', 'plain/text');
  ctx.body = plainUuid(uuid);
});

const app = new Koa();
app.use(bodyParser());
app.use(router.routes());
app.listen(Number(process.env['PORT']), '127.0.0.1');
