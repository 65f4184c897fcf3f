import { branch, leaf, type XmlNode } from '../soap/xml-writer.js';
import type { Appearance, BusyLampField, Device, Line, Named } from '../state/devices.js';
import type { XmlElement } from '../soap/xml-parser.js';
import { isLike } from '../sql/informix.js';
import { childOf, textOf } from './request-elements.js';

/** A phone as getPhone shows it: everything in this project's schema, in the schema's order. */
export function phoneNode(phone: Device): XmlNode {
  return branch('phone', [...phoneColumns(phone), ...collections(phone)], phone.uuid);
}

/** A phone as a row of listPhone, without lines and buttons. */
export function phoneRow(phone: Device): XmlNode {
  return branch('phone', phoneColumns(phone), phone.uuid);
}

/** A device profile as getDeviceProfile shows it: everything in this project's schema, in the schema's order. */
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

/** Both elements for a target are always there, and one of them is empty. */
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

/** A line as a row of listLine. */
export function lineRow(line: Line): XmlNode {
  return branch('line', lineColumns(line), line.uuid);
}

/** A line as getLine shows it. @param withDevices false for releases before 10.0, which do not name the devices */
export function lineNode(line: Line, withDevices: boolean): XmlNode {
  const devices = branch(
    'associatedDevices',
    line.devices.map((device) => leaf('device', device.name)),
  );
  return branch('line', withDevices ? [...lineColumns(line), devices] : lineColumns(line), line.uuid);
}

/** An element that names another object, with its key; empty if there is none. */
function reference(element: string, target: Named | undefined): XmlNode {
  return target === undefined ? leaf(element, '') : leaf(element, target.name, target.uuid);
}

function lineColumns(line: Line): XmlNode[] {
  return [
    leaf('pattern', line.pattern),
    leaf('description', line.description),
    leaf('usage', line.usage),
    reference('routePartitionName', line.routePartition),
  ];
}

/**
 * The rows that match all criteria, from `skip` on, at most `first`. An empty criterion counts as absent, because
 * clients that fill in the whole schema send unused criteria empty.
 * @param columns how to read each column that a criterion may name
 * @param anyCase the columns that are compared in any letter case
 */
export function listedRows<Row>(
  request: XmlElement,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
  toNode: (row: Row) => XmlNode,
  anyCase: readonly string[] = [],
): XmlNode {
  const criteria = (childOf(request, 'searchCriteria')?.children ?? []).filter((criterion) => criterion.text !== '');
  const matching = rows.filter((row) =>
    criteria.every(({ name, text }) => {
      const value = columns[name]?.(row) ?? '';
      return anyCase.includes(name) ? isLike(value.toLowerCase(), text.toLowerCase()) : isLike(value, text);
    }),
  );
  const skip = Number(textOf(request, 'skip') ?? 0);
  const first = Number(textOf(request, 'first') ?? matching.length);
  const tags = childOf(request, 'returnedTags');
  const page = matching.slice(skip, skip + first).map(toNode);
  return branch('return', tags === undefined ? page : page.map((row) => selectRowTags(row, tags)));
}

/**
 * Removes everything from the response that `returnedTags` does not name, at every depth. The tags work like the
 * columns of a SELECT. A tag without children returns all children of its element. The uuid attribute is always
 * returned.
 * @param tags absent: everything is returned
 */
export function selectTags(node: XmlNode, tags: XmlElement | undefined): XmlNode {
  return tags === undefined || tags.children.length === 0 ? node : pickChildren(node, tags);
}

/** Does the same for a row of a list. An empty `returnedTags` returns only the uuid. */
function selectRowTags(node: XmlNode, tags: XmlElement): XmlNode {
  return pickChildren(node, tags);
}

function pickChildren(node: XmlNode, tags: XmlElement): XmlNode {
  if (node.children === undefined) return node;
  const wanted = new Map(tags.children.map((tag) => [tag.name, tag]));
  const children = node.children
    .filter((child) => child.isTag !== false && wanted.has(child.name))
    .map((child) => selectTags(child, wanted.get(child.name)));
  return { ...node, children };
}
