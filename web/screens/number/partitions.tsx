import type { NumberInPartition } from '../../../src/client/index.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import type { Loaded } from '../../state/loaded.js';
import { texts } from '../../texts/texts.js';

interface PartitionsProps {
  readonly loaded: Loaded<readonly NumberInPartition[]>;
  readonly again: () => void;
}

/** In which route partitions the call manager knows a number: each is a line of its own. */
export function Partitions({ loaded, again }: PartitionsProps) {
  if (loaded.phase === 'failed') return <ProblemNotice error={loaded.error} again={again} />;
  if (loaded.phase === 'waiting') return <p class="quiet">{texts.waiting.now}</p>;
  const numbers = loaded.value;
  if (numbers.length === 0) return <p class="quiet">{texts.number.unknown}</p>;
  return (
    <>
      <ul class="partitions" aria-label={texts.number.partitions}>
        {numbers.map(({ partition, description }) => (
          <li key={partition}>
            <span class="tag">{partition === '' ? texts.table.noPartition : <bdi>{partition}</bdi>}</span>{' '}
            <bdi>{description}</bdi>
          </li>
        ))}
      </ul>
      {numbers.length > 1 && <p class="notice notice--warn">{texts.number.several}</p>}
    </>
  );
}
