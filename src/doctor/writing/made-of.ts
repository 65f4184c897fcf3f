import type { XmlElement } from '../../axl/soap/xml.js';
import { type ListName, type Spelled, spelledEntry } from './device.js';

/** Letters and digits of ASCII, in lower case: what a call manager that alters a text leaves of it. */
function core(text: string): string {
  return text.toLowerCase().replace(/[^0-9a-z]/g, '');
}

/** Whether one text is the other one, cut or with lost or replaced characters. */
function isAltered(held: string, sent: string): boolean {
  const [one, other] = [core(held), core(sent)];
  return one === other || (one !== '' && (other.startsWith(one) || other.endsWith(one)));
}

/** Index, target, label, without the features and the partition. */
function targetAndLabel(list: ListName, entry: XmlElement): readonly [string, string] {
  const spelling: Spelled = spelledEntry(list, entry);
  const label = entry.children.find(({ name }) => name === 'label')?.text ?? '';
  return [spelling[1] ?? '', label];
}

/**
 * Whether a list that was found can come from lists that the doctor sent or found before. A call manager may cut,
 * renumber, add or drop entries, but it does not make up a number. So a number that is in none of these lists was set
 * by someone else, and so was a label that is not made of one of theirs.
 */
export function isMadeOf(
  list: ListName,
  held: readonly XmlElement[],
  sources: readonly (readonly XmlElement[])[],
): boolean {
  const known = sources.flat().map((entry) => targetAndLabel(list, entry));
  return held.every((entry) => {
    const [target, label] = targetAndLabel(list, entry);
    return known.some(
      ([knownTarget, knownLabel]) =>
        isAltered(target, knownTarget) && (isAltered(label, knownLabel) || core(knownLabel) === ''),
    );
  });
}
