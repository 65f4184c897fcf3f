/**
 * How spreadsheets write true and false, by language: a file that is opened and saved may get the words of the user's
 * office program. These are LibreOffice's words, from its locale data (release 7.4; a test has it write them). Where
 * Excel is known to have others, they follow (support.microsoft.com: the functions TRUE and FALSE). Many languages keep
 * the English words, as Japanese does.
 */
export const truthValues: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  'en-US': ['TRUE', 'FALSE'],
  'af-ZA': ['WAAR', 'VALS'],
  'ar-SA': ['صح', 'خطأ'],
  'az-AZ': ['DÜZ', 'YANLIŞ'],
  'be-BY': ['САПРАЎДНА', 'НЕСАПРАЎДНА'],
  'bg-BG': ['ВЯРНО', 'НЕВЯРНО'],
  'bs-BA': ['TACNO', 'NETACNO'],
  'ca-ES in Excel': ['CERT', 'FALS'],
  'ca-ES': ['VERITAT', 'FALS'],
  'cs-CZ': ['PRAVDA', 'NEPRAVDA'],
  'da-DK': ['SAND', 'FALSK'],
  'de-DE': ['WAHR', 'FALSCH'],
  'el-GR': ['ΣΩΣΤΌ', 'ΛΆΘΟΣ'],
  'es-ES': ['VERDADERO', 'FALSO'],
  'et-EE': ['TÕENE', 'VÄÄR'],
  'eu-ES': ['EGIAZKOA', 'FALTSUA'],
  'fa-IR': ['درست', 'نادرست'],
  'fi-FI': ['TOSI', 'EPÄTOSI'],
  'fr-FR': ['VRAI', 'FAUX'],
  'ga-IE': ['FÍOR', 'FALSA'],
  'gl-ES': ['VERDADEIRO', 'FALSO'],
  'hi-IN': ['सही', 'गलत'],
  'hr-HR': ['TOČNO', 'NETOČNO'],
  'hu-HU': ['IGAZ', 'HAMIS'],
  'hy-AM': ['ՃՇՄԱՐԻՏ', 'ԿԵՂԾ'],
  'id-ID': ['BENAR', 'SALAH'],
  'is-IS': ['RÉTT', 'RANGT'],
  'it-IT': ['VERO', 'FALSO'],
  'ka-GE': ['ჭეშმარიტი', 'მცდარი'],
  'kk-KZ': ['АҚИҚАТ', 'ЖАЛҒАН'],
  'ko-KR': ['참', '거짓'],
  'lb-LU': ['WOUER', 'FALSCH'],
  'lt-LT': ['TEISINGAI', 'NETEISINGAI'],
  'lv-LV': ['PATIESS', 'APLAMS'],
  'mk-MK': ['ТОЧНО', 'НЕТОЧНО'],
  'mt-MT': ['VERU', 'FALZ'],
  'nb-NO': ['SANN', 'USANN'],
  'nl-NL': ['WAAR', 'ONWAAR'],
  'pl-PL': ['PRAWDA', 'FAŁSZ'],
  'pt-PT': ['VERDADEIRO', 'FALSO'],
  'ro-RO': ['ADEVĂRAT', 'FALS'],
  'ru-RU': ['ИСТИНА', 'ЛОЖЬ'],
  'sh-RS': ['TAČNO', 'NETAČNO'],
  'sk-SK': ['PRAVDA', 'NEPRAVDA'],
  'sr-RS': ['ТАЧНО', 'НЕТАЧНО'],
  'sv-SE': ['SANT', 'FALSKT'],
  'th-TH': ['จริง', 'เท็จ'],
  'tr-TR': ['DOĞRU', 'YANLIŞ'],
  'uk-UA in Excel': ['ІСТИНА', 'ХИБНІСТЬ'],
  'uk-UA': ['ІСТИНА', 'БРЕХНЯ'],
  'vi-VN': ['ĐÚNG', 'SAI'],
  'zh-TW': ['真', '假'],
};

/** By words in capitals: small letters have several forms in Turkish and Greek. No word has both meanings. */
const meanings: ReadonlyMap<string, boolean> = new Map(
  Object.values(truthValues).flatMap(([yes, no]) => [
    [yes.toUpperCase(), true],
    [no.toUpperCase(), false],
  ]),
);

/** @returns what a cell says that has only a truth value, in any language; undefined if it is something else */
export function truthIn(cell: string): boolean | undefined {
  return meanings.get(cell.trim().toUpperCase());
}
