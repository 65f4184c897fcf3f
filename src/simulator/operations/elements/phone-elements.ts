import { branch, leaf, type XmlNode } from '../../soap/xml-writer.js';
import type { Appearance, Device, Line, Named } from '../../state/call-manager-state.js';

/** A phone as getPhone shows it, everything that this project's schema knows, in the schema's order. */
export function phoneNode(phone: Device): XmlNode {
  return branch(
    'phone',
    [
      ...phoneColumns(phone),
      branch('lines', phone.appearances.map(appearanceNode)),
      branch(
        'speeddials',
        phone.speedDials.map(({ index, dirn, label }) =>
          branch('speeddial', [leaf('dirn', dirn), leaf('label', label), leaf('index', String(index))]),
        ),
      ),
      branch('busyLampFields', phone.busyLampFields.map(busyLampFieldNode)),
    ],
    phone.uuid,
  );
}

/** A phone as a row of listPhone, which knows no lines and no speed dials. */
export function phoneRow(phone: Device): XmlNode {
  return branch('phone', phoneColumns(phone), phone.uuid);
}

/** A line as a row of listLine. */
export function lineRow(line: Line): XmlNode {
  return branch('line', lineColumns(line), line.uuid);
}

/** A line as getLine shows it. @param withDevices releases before 10.0 do not tell the devices */
export function lineNode(line: Line, withDevices: boolean): XmlNode {
  const devices = branch(
    'associatedDevices',
    line.devices.map((device) => leaf('device', device.name)),
  );
  return branch('line', withDevices ? [...lineColumns(line), devices] : lineColumns(line), line.uuid);
}

function phoneColumns(phone: Device): XmlNode[] {
  return [
    leaf('name', phone.name),
    leaf('description', phone.description),
    leaf('product', phone.product),
    leaf('model', phone.model),
    leaf('class', phone.className),
    leaf('protocol', phone.protocol),
    leaf('protocolSide', phone.protocolSide),
    reference('callingSearchSpaceName', phone.callingSearchSpace),
    reference('devicePoolName', phone.devicePool),
  ];
}

function lineColumns(line: Line): XmlNode[] {
  return [
    leaf('pattern', line.pattern),
    leaf('description', line.description),
    leaf('usage', line.usage),
    reference('routePartitionName', line.routePartition),
  ];
}

function appearanceNode({ uuid, index, line, label, display }: Appearance): XmlNode {
  const dirn = branch(
    'dirn',
    [leaf('pattern', line.pattern), reference('routePartitionName', line.routePartition)],
    line.uuid,
  );
  return branch('line', [leaf('index', String(index)), leaf('label', label), leaf('display', display), dirn], uuid);
}

function busyLampFieldNode(field: Device['busyLampFields'][number]): XmlNode {
  return branch('busyLampField', [
    leaf('blfDest', field.destination),
    leaf('blfDirn', field.dirn),
    leaf('routePartition', field.routePartition),
    leaf('label', field.label),
    leaf('index', String(field.index)),
  ]);
}

function reference(element: string, target: Named | undefined): XmlNode {
  return target === undefined ? leaf(element, '') : leaf(element, target.name, target.uuid);
}
