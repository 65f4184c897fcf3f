import { branch, leaf, type XmlNode } from '../../soap/xml-writer.js';
import type { Line, Named } from '../../state/devices.js';

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

/** An element that names another object, with its key; empty where there is none. */
export function reference(element: string, target: Named | undefined): XmlNode {
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
