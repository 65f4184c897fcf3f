/** Why a command cannot do its work, in words for the terminal. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
