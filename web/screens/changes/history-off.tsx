import { texts } from '../../texts/texts.js';

/** Said where the service keeps no history. */
export function HistoryOff() {
  return (
    <div class="notice notice--info">
      <p class="notice__title">{texts.changes.off}</p>
      <p>{texts.changes.offMeaning}</p>
    </div>
  );
}
