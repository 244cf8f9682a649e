/** Another process has taken the work, or it is gone: the transaction is rolled back with everything it made. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
  constructor() {
    super('Somebody else has taken this work over, or it is gone.')
  }
}
