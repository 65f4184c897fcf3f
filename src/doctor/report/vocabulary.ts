/**
 * The words of a call manager that stay in a report: words of its faults, of its pages and of published captures. Any
 * other word may quote a name, a number or a host.
 */
const kept = new Set(
  `a abnormal account accepted access active activated actual administrator again allocation allowed already alphanumeric
  an and any api are as at authentication authorization available axl axlerror bad be been before bytes call callmanager
  cannot cause ccm character characters check cisco class client code column columns communications completed configured
  connection constraint consumed contact contains could credentials custom data database declared denied description
  destination device devices dial dials directory does down due duplicate during element empty end error errors exceeded
  exception exceeds exist exists expected fail failed fatal feature fetch field fields for forbidden format found from group
  has have head html http if illegal in incorrect index informix input insert instance integer internal invalid is isam
  item its key label large least length less line lines list locked long longer manager map mapping match matched maximum
  may memory message method minimum missing monitor more multiple must name names no node none not null number numbers
  object occurred of on one only operation or outside page parameter parse parser partition password pattern permission
  phone phones please pool privilege process profile profiles progress publisher query queue range read record referenced
  refused report request requests required requires reserved resource responded response retry returned role route row
  rows schema select server service session set should sized slv specified speed speeddial sql status string suggested
  suggestive supported syntax system table tables template than that the their there this throttled time title to too total
  type unable unauthorized unavailable undefined unexpected unique unknown update updated user uri url value values version
  versions violated was were which while with within write xml you your been busy lamp blf dest dirn pickup uuid pkid
  about above accept accepts accessed according added after all allow allows also another applied apply argument
  arguments assigned associated attempt attribute authorize authorized auto based because before begin belongs below
  between both browser but button buttons calling cannot change changed changes check checks choose closed code collision
  command commit concurrent condition configuration configure conflict contact content context correct corresponding
  created credential currently deadlock default delete deleted depth devicepool did different digit digits disabled do
  does done each either enabled encountered enough entries entry equal every execute executed executing exceed exceeds
  expired expression external extra facet failure false feature fetching file first following foreign full function
  given greater group grant granted handle hold how http identifier identify ignored include included incompatible
  initialize inserted installed into invalidated issue its join just key last later left length letter letters level
  limit limited listed load local lock log logged login logon loss lost made make malformed many mark matches
  memory mismatch modify modified more move multiple necessary needed neither never new next non nonexistent nor
  notification notify nothing now null numeric occur occurs off old open operations option optional order original
  other otherwise out over own parent passed path pending perform performed permitted placed point possible precision
  present prevent previous primary problem processing product property protocol provide provided quote quotes raised
  reach reached read reading reason recognized record reference references regular rejected related release remote
  remove removed repeated replace replaced requested require reset result return returns right rollback root run
  running same save search second secondary security see send sent separate sequence session set several should size
  some source space specify start started state statement still stop stored string structure such supplied support
  supports temporary text then these they though through tries truncated try two undo unit unless unsupported until
  update use used using valid validation violates violation violate wait want warning well what when where whether who
  whole will without word work works would write writing written wrong yet zero privileges queries roles users lines
  pickup partitions labels notfound facet-valid pattern-valid cvc-pattern-valid respect
  valid nosuchcolumn nosuchtable d.nosuchcolumn d t n s b m body h1 h2 p hr b i br div span style doctype head meta`.split(
    /\s+/,
  ),
);

/** Versions such as `12.x`, `14.0`; codes such as `-239`. */
const number = /^-?\d{1,4}$|^\d{1,2}\.[\dx]$/;

/**
 * @param words a call manager's own words
 * @param instead returns the stand-in for an unknown word
 * @returns the words with a stand-in for each word that may quote something
 */
export function keptWords(words: string, instead: (word: string) => string): string {
  return words.replace(/[^\s.,;:!?()'"<>[\]{}=/]+(?:[.:/-][^\s.,;:!?()'"<>[\]{}=/]+)*/gu, (word) =>
    kept.has(word.toLowerCase()) ? word : instead(word),
  );
}

/** Does the same for a server's page, in which numbers are versions and statuses. */
export function keptPageWords(words: string, instead: (word: string) => string): string {
  return keptWords(words, (word) => (number.test(word) ? word : instead(word)));
}
