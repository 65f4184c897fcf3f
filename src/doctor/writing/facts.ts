import { child, children, childText, type XmlElement } from '../../axl/soap/xml.js';
import { plain, type Told, told } from '../told.js';

/** What a device has besides its lists. Each key says where: `line 1 display`, `devicePoolName`. */
export type Facts = ReadonlyMap<string, string>;

/** The elements of a device that an update of a list must not change. */
const watched = [
  ...['description', 'devicePoolName', 'callingSearchSpaceName', 'locationName', 'phoneTemplateName'],
  ...['softkeyTemplateName', 'ownerUserName', 'blfDirectedCallParks', 'addOnModules', 'services'],
];

/** @param device the phone or profile in an answer with all its elements */
export function factsIn(device: XmlElement): Facts {
  const lines = children(child(device, 'lines'), 'line').flatMap((line) => {
    const place = `line ${childText(line, 'index')}`;
    return line.children
      .filter(({ name }) => name !== 'index')
      .flatMap((below) => leavesOf(below, `${place} ${below.name}`));
  });
  const others = watched.flatMap((name) => {
    const found = child(device, name);
    return found ? leavesOf(found, name) : [];
  });
  return new Map([...lines, ...others]);
}

/** @returns each text below an element with its place; elements that repeat are numbered */
function leavesOf({ children: below, text }: XmlElement, place: string): [string, string][] {
  if (below.length === 0) return [[place, text]];
  const counts = new Map<string, number>();
  return below.flatMap((one) => {
    const count = (counts.get(one.name) ?? 0) + 1;
    counts.set(one.name, count);
    return leavesOf(one, `${place} ${one.name}${count === 1 ? '' : ` ${count}`}`);
  });
}

/** How many changed facts are shown; all are counted. */
const mostShown = 6;

/** @returns a sentence about what has changed; undefined if nothing has */
export function changedFacts(before: Facts, after: Facts): Told | undefined {
  const places = [...new Set([...before.keys(), ...after.keys()])].filter(
    (place) => before.get(place) !== after.get(place),
  );
  if (places.length === 0) return undefined;
  const value = (facts: Facts, place: string) => {
    const text = facts.get(place);
    if (text === undefined) return told`none`;
    // A short value, such as a number of rings, tells nothing about anyone.
    return /^\w{1,3}$/.test(text) ? told`${plain(text)}` : told`${text}`;
  };
  const shown = places
    .slice(0, mostShown)
    .map((place) => told`${plain(place)} was ${value(before, place)}, is ${value(after, place)}`);
  const more = places.length > mostShown ? told`; and ${places.length - mostShown} more` : told``;
  return told`${shown}${more}`;
}
