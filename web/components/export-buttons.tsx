import { useState } from 'preact/hooks';
import type { ExportOf } from '../../src/client/index.js';
import { failedCall } from '../calls/failed-call.js';
import { announce } from '../state/announcer.js';
import { client } from '../state/session.js';
import { texts } from '../texts/texts.js';
import { Act } from './act.js';
import { download } from './download.js';

const words = texts.files;

interface ExportButtonsProps {
  /** Whose buttons. */
  readonly of: ExportOf;
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly children?: string;
}

/** Saves the buttons of devices as a file that can be imported again. */
export function ExportButtons({ of, name, children = words.export }: ExportButtonsProps) {
  const [said, setSaid] = useState<string>();
  const collect = async (): Promise<void> => {
    setSaid(words.exporting);
    try {
      const file = await new Response(await client().exportCsv(of)).blob();
      download(`${name.replaceAll(/[^\w+-]/g, '_')}.csv`, file);
      setSaid(undefined);
    } catch (thrown) {
      failedCall(thrown);
      announce(words.notExported);
      setSaid(words.notExported);
    }
  };
  return (
    <Act look="steady" isOff={said === words.exporting} onClick={collect}>
      {said ?? children}
    </Act>
  );
}
