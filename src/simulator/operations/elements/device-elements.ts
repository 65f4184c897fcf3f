import { branch, leaf, type XmlNode } from '../../soap/xml-writer.js';
import type { Appearance, BusyLampField, Device } from '../../state/devices.js';
import { reference } from './line-elements.js';

/** A phone as getPhone shows it, everything that this project's schema knows, in the schema's order. */
export function phoneNode(phone: Device): XmlNode {
  return branch('phone', [...phoneColumns(phone), ...collections(phone)], phone.uuid);
}

/** A phone as a row of listPhone, which knows no lines and no buttons. */
export function phoneRow(phone: Device): XmlNode {
  return branch('phone', phoneColumns(phone), phone.uuid);
}

/** A device profile as getDeviceProfile shows it, likewise. */
export function profileNode(profile: Device): XmlNode {
  return branch('deviceProfile', [...columns(profile), ...collections(profile)], profile.uuid);
}

/** A device profile as a row of listDeviceProfile. */
export function profileRow(profile: Device): XmlNode {
  return branch('deviceProfile', columns(profile), profile.uuid);
}

function columns(device: Device): XmlNode[] {
  return [
    leaf('name', device.name),
    leaf('description', device.description),
    leaf('product', device.product),
    leaf('model', device.model),
    leaf('class', device.className),
    leaf('protocol', device.protocol),
    leaf('protocolSide', device.protocolSide),
  ];
}

function phoneColumns(phone: Device): XmlNode[] {
  return [
    ...columns(phone),
    reference('callingSearchSpaceName', phone.callingSearchSpace),
    reference('devicePoolName', phone.devicePool),
  ];
}

function collections(device: Device): XmlNode[] {
  return [
    branch('lines', device.appearances.map(appearanceNode)),
    branch(
      'speeddials',
      device.speedDials.map(({ index, dirn, label }) =>
        branch('speeddial', [leaf('dirn', dirn), leaf('label', label), leaf('index', String(index))]),
      ),
    ),
    branch('busyLampFields', device.busyLampFields.map(busyLampFieldNode)),
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

/** Both ways of naming what is watched are always there, one of them empty. */
function busyLampFieldNode({ index, destination, line, label, asciiLabel, pickup }: BusyLampField): XmlNode {
  return branch('busyLampField', [
    leaf('blfDest', destination),
    leaf('blfDirn', line?.pattern ?? ''),
    leaf('routePartition', line?.routePartition ?? ''),
    leaf('label', label),
    ...(asciiLabel === undefined ? [] : [{ ...leaf('asciiLabel', asciiLabel), isTag: false }]),
    branch('associatedBlfSdFeatures', pickup ? [leaf('feature', 'Pickup')] : []),
    leaf('index', String(index)),
  ]);
}
